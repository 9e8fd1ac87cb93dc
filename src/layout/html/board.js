(() => {
'use strict';
const SVG = 'http://www.w3.org/2000/svg', SIDE = 40, MARGIN = 16;
const make = (name, attributes) => {
  const it = document.createElementNS(SVG, name);
  for (const key in attributes) it.setAttribute(key, attributes[key]);
  return it;
};
// The pieces of a FEN by square.
const placement = fen => {
  const ranks = fen.split('/'), board = new Map();
  ranks.forEach((rank, n) => {
    let file = 0;
    for (const it of rank) {
      if (it >= '1' && it <= '9') file += +it;
      else if (it !== '~') board.set('abcdefghi'[file++] + (ranks.length - n), it);
    }
  });
  return { board, size: ranks.length };
};
// The words of the page in its language.
const words = new Map((document.documentElement.dataset.words || '').split('|').map(it => it.split('=')));
const say = it => words.get(it) || it;
const COLORS = { G: '#15781b', R: '#882020', Y: '#e68f00', B: '#003088' };
const boards = new Map();
let current, turned = false;
// A game, once it is looked at: its positions are a tree, in which each knows the one before it.
const enter = game => {
  if (boards.has(game)) return boards.get(game);
  const figure = game.querySelector('figure.steps');
  if (!figure) return;
  const svg = figure.querySelector('svg'), caption = figure.querySelector('figcaption');
  const start = placement(figure.dataset.start), first = +figure.dataset.number;
  const root = { depth: 0, board: start.board }, main = [root], nodes = new Map();
  const add = (before, element) => {
    const node = { before, element, depth: before.depth + 1 };
    before.next ??= node;
    nodes.set(element, node);
    return node;
  };
  for (const it of game.querySelectorAll('td[data-d]')) main.push(add(main.at(-1), it));
  const walk = (line, node) => {
    for (const it of line.children) {
      if (it.dataset.d !== undefined) node = add(node, it);
      else if (it.tagName === 'CODE') node.marks = (node.marks || '') + it.textContent;
      else if (it.classList.contains('line')) walk(it, node.before || root);
      else walk(it, node);
    }
  };
  for (const it of game.querySelectorAll('.note[data-at]')) walk(it, main[+it.dataset.at] || root);
  const position = node => {
    const path = [];
    let it = node;
    for (; !it.board; it = it.before) path.push(it);
    let board = it.board;
    for (const it of path.reverse()) {
      board = new Map(board);
      for (const [, square, piece] of it.element.dataset.d.matchAll(/([a-i][1-9])([A-Za-z-])/g))
        piece === '-' ? board.delete(square) : board.set(square, piece);
      it.board = board;
    }
    return board;
  };
  const corner = square => {
    const file = square.charCodeAt(0) - 97, rank = start.size - +square[1], last = start.size - 1;
    return [MARGIN + SIDE * (turned ? last - file : file), 1 + SIDE * (turned ? last - rank : rank)];
  };
  const place = square => {
    const [x, y] = corner(square);
    return { x, y, width: SIDE, height: SIDE };
  };
  // The squares of [%csl] as rings, the arrows of [%cal] from square to square.
  const draw = marks => {
    for (const [, list] of (marks || '').matchAll(/\[%c[sa]l ([^\]]*)\]/g)) {
      for (const [, color, from, to] of list.matchAll(/([GRYB])([a-i][1-9])([a-i][1-9])?/g)) {
        const [x, y] = corner(from).map(it => it + SIDE / 2), stroke = COLORS[color];
        if (!to) {
          svg.append(make('circle', { class: 'mark', cx: x, cy: y, r: SIDE / 2 - 3, stroke }));
          continue;
        }
        const [u, v] = corner(to).map(it => it + SIDE / 2), length = Math.hypot(u - x, v - y) || 1;
        const [a, b] = [(u - x) / length, (v - y) / length], [s, t] = [u - 14 * a, v - 14 * b];
        svg.append(make('path', { class: 'mark', d: `M${x} ${y}L${s} ${t}`, stroke }));
        svg.append(make('path', { class: 'mark head', d: `M${u} ${v}L${s - 8 * b} ${t + 8 * a}L${s + 8 * b} ${t - 8 * a}z`, fill: stroke }));
      }
    }
  };
  const state = { node: main.at(-1), root, main };
  state.show = node => {
    if (!node) return;
    state.node.element?.classList.remove('current');
    state.node = node;
    svg.querySelectorAll('use, .last, .mark').forEach(it => it.remove());
    const frame = svg.querySelector('.frame');
    for (const [square] of (node.element?.dataset.d || '').matchAll(/[a-i][1-9]/g))
      frame.before(make('rect', { class: 'last', ...place(square) }));
    for (const [square, piece] of position(node)) {
      const letter = piece.toUpperCase();
      frame.after(make('use', { class: piece === letter ? 'w' : 'b', href: '#p' + letter, ...place(square) }));
    }
    draw(node.marks);
    let said = say('Starting position');
    if (node.element) {
      const half = node.depth - 1 + ('black' in figure.dataset ? 1 : 0), number = first + Math.floor(half / 2);
      const text = [...node.element.childNodes].filter(it => it.nodeName !== 'SMALL').map(it => it.textContent).join('');
      said = say('After') + ' ' + number + (half % 2 ? '…' : '.') + '\u00a0' + text.replace(/^\d+(\.|…)\s*/, '').trim();
      node.element.classList.add('current');
      if (state.asked) node.element.scrollIntoView({ block: 'nearest' });
    }
    caption.textContent = said;
    svg.setAttribute('aria-label', said);
  };
  state.step = n => {
    state.asked = true;
    if (n === -Infinity) state.show(root);
    else if (n === Infinity) { let it = state.node; while (it.next) it = it.next; state.show(it); }
    else state.show(n < 0 ? state.node.before : state.node.next);
  };
  state.turn = () => {
    // Letters and numbers in turn, from the lower left corner on.
    const names = [...svg.querySelectorAll('text')], texts = names.map(it => it.textContent);
    names.forEach((it, n) => { it.textContent = texts[names.length - 2 + n % 2 - (n - n % 2)]; });
    state.show(state.node);
  };
  const bar = document.createElement('div');
  bar.className = 'bar';
  const buttons = [['«', 'First position', -Infinity], ['‹', 'Back', -1], ['›', 'Forward', 1], ['»', 'Last position', Infinity]];
  for (const [sign, title, n] of [['⇅', 'Turn the board'], ...buttons]) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = sign;
    button.setAttribute('aria-label', say(title));
    button.onclick = () => { current = state; if (n) state.step(n); else turn(); };
    bar.append(button);
  }
  figure.append(bar);
  let from;
  svg.addEventListener('touchstart', it => { from = it.changedTouches[0].clientX; }, { passive: true });
  svg.addEventListener('touchend', it => {
    const moved = it.changedTouches[0].clientX - from;
    current = state;
    if (Math.abs(moved) > 30) state.step(moved < 0 ? 1 : -1);
  });
  game.addEventListener('click', it => {
    const node = nodes.get(it.target.closest('[data-d]'));
    if (node) { current = state; state.asked = false; state.show(node); }
  });
  game.classList.add('live');
  boards.set(game, state);
  draw(state.node.marks);
  if (turned) state.turn();
  return state;
};
const turn = () => { turned = !turned; boards.forEach(it => it.turn()); };
const games = [...document.querySelectorAll('details.game')];
for (const game of games) {
  game.addEventListener('toggle', () => { if (game.open) current = enter(game); });
  if (game.open) current = enter(game);
}
document.addEventListener('keydown', it => {
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity, f: 'turn' }[it.key];
  if (!step || !current || it.ctrlKey || it.metaKey || it.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(it.target.tagName)) return;
  it.preventDefault();
  if (step === 'turn') turn();
  else current.step(step);
});
// Paper shows how the games ended.
addEventListener('beforeprint', () => boards.forEach(it => it.show(it.main.at(-1))));
const heading = document.querySelector('.many h1');
if (heading && games.length > 1) {
  const button = document.createElement('button');
  const title = () => { button.textContent = say(games.every(it => it.open) ? 'Collapse all' : 'Expand all'); };
  button.type = 'button';
  button.className = 'all-games';
  button.onclick = () => { const open = !games.every(it => it.open); games.forEach(it => { it.open = open; }); title(); };
  title();
  heading.after(button);
}
})();

(() => {
'use strict';
const SVG = 'http://www.w3.org/2000/svg', SIDE = 40;
const by = id => document.getElementById(id);
const make = (name, attributes) => {
  const it = document.createElementNS(SVG, name);
  for (const key in attributes) it.setAttribute(key, attributes[key]);
  return it;
};
// The board of a placement as in FEN.
const board = fen => {
  const ranks = fen.split('/'), size = ranks.length, svg = make('svg', { class: 'board', viewBox: `0 0 ${SIDE * size} ${SIDE * size}` });
  svg.append(make('rect', { class: 'light', width: SIDE * size, height: SIDE * size }));
  ranks.forEach((rank, y) => {
    for (let x = 0; x < size; x++)
      if ((x + size - 1 - y) % 2 === 0) svg.append(make('rect', { class: 'dark', x: SIDE * x, y: SIDE * y, width: SIDE, height: SIDE }));
    let x = 0;
    for (const it of rank) {
      const letter = it.toUpperCase();
      if (it >= '1' && it <= '9') x += +it;
      else if (it !== '~') svg.append(make('use', { class: it === letter ? 'w' : 'b', href: '#p' + letter, x: SIDE * x++, y: SIDE * y, width: SIDE, height: SIDE }));
    }
  });
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', 'The board before this move: ' + fen);
  return svg;
};
const doubts = [...document.querySelectorAll('.doubts li')];
// Boards are drawn where they can be seen.
const seen = new IntersectionObserver(all => all.forEach(it => { if (it.isIntersecting) { draw(it.target); seen.unobserve(it.target); } }), { rootMargin: '300px' });
const draw = li => { if (li.dataset.fen && !li.querySelector('svg')) li.prepend(board(li.dataset.fen)); };
doubts.forEach(it => seen.observe(it));

// Decisions by the place and the text that they are about.
const store = 'plyglot proofs ' + location.pathname + ' ' + document.title;
const decisions = new Map();
try { for (const [key, value] of JSON.parse(localStorage.getItem(store) || '[]')) decisions.set(key, value); } catch { /* kept on the page only */ }
const order = key => { const [, file, line, column] = key.match(/^(.*?):(\d+):(\d+) "/) || ['', key, 0, 0]; return [file, +line, +column]; };
const text = () => {
  const less = (a, b) => a < b ? -1 : a > b ? 1 : 0;
  const keys = [...decisions.keys()].sort((a, b) => { const x = order(a), y = order(b); return less(x[0], y[0]) || x[1] - y[1] || x[2] - y[2]; });
  return keys.map(key => `${key} = ${decisions.get(key)}\n`).join('');
};
const show = () => {
  by('corrections').value = text();
  for (const it of doubts) {
    const value = decisions.get(keyOf(it));
    it.classList.toggle('decision', value !== undefined);
    if (value === undefined) delete it.dataset.decision; else it.dataset.decision = value;
  }
};

// The place and the text of a doubt, or of a word in the source.
const placeOf = it => {
  if (it.dataset.at) return { at: it.dataset.at, text: it.dataset.text || nextWord(it) };
  const line = it.closest('[data-l]'), before = document.createRange();
  before.setStart(line, 0);
  before.setEndBefore(it);
  const pieces = it.dataset.p === undefined ? [it] : [...it.closest('.source').querySelectorAll(`[data-p="${it.dataset.p}"]`)];
  return { at: line.dataset.l + ':' + ([...before.toString()].length + 1), text: pieces.map(it => it.textContent).join(' ') };
};
// The word before which a move has no text.
const nextWord = it => {
  const [line, column] = it.dataset.at.split(':'), element = it.closest('section').querySelector(`.source [data-l="${line}"]`);
  return element ? ([...element.textContent].slice(column - 1).join('').match(/\S+/) || [''])[0] : '';
};
const keyOf = it => {
  const { at, text } = placeOf(it);
  return `${it.closest('section').dataset.file}:${at} "${text.trim().replace(/\s+/g, ' ').replace(/[\\"]/g, '\\$&')}"`;
};

let current;
const select = (it, scrolls) => {
  if (!it) return;
  if (it.closest('.read')) it = it.closest('section').querySelector(`.source [data-p="${it.dataset.p}"]`) || it;
  if (it.closest('.read')) return;
  if (it.closest('.source') && it.dataset.p !== undefined) {
    it = it.closest('.source').querySelector(`[data-p="${it.dataset.p}"]`);
    it = it.closest('section').querySelector(`.doubts li[data-p="${it.dataset.p}"]`) || it;
  }
  document.querySelectorAll('.current, .linked').forEach(it => it.classList.remove('current', 'linked'));
  current = it;
  it.classList.add('current');
  if (it.dataset.p !== undefined) it.closest('section').querySelectorAll(`span[data-p="${it.dataset.p}"]`).forEach(it => it.classList.add('linked'));
  draw(it);
  by('legal').replaceChildren(...(it.dataset.legal || '').split(' ').filter(Boolean).map(san => { const option = document.createElement('option'); option.value = san; return option; }));
  by('now').textContent = keyOf(it);
  if (scrolls) { it.scrollIntoView({ block: 'nearest' }); if (it.tabIndex === -1) it.focus({ preventScroll: true }); }
};
const step = n => {
  const at = doubts.indexOf(current);
  select(doubts[at < 0 ? (n > 0 ? 0 : doubts.length - 1) : Math.min(Math.max(at + n, 0), doubts.length - 1)], true);
};
const decide = value => {
  if (!current) return;
  const key = keyOf(current);
  if (value === undefined) decisions.delete(key); else decisions.set(key, value);
  try { localStorage.setItem(store, JSON.stringify([...decisions])); } catch { /* kept on the page only */ }
  show();
  by('now').textContent = value === undefined ? key : `${key} = ${value}`;
};
const isMissing = () => 'missing' in current.dataset;
const move = san => decide(isMissing() ? 'missing before ' + san : san);
const actions = {
  n: () => step(1), p: () => step(-1), x: () => decide('note'), i: () => decide('missing before'), g: () => decide('begins a game'), u: () => decide(),
  a: () => {
    if (!current) return;
    if (current.dataset.san) move(current.dataset.san);
    else if (current.dataset.p === undefined) decide('note');
    else move(current.title.split(' ')[1]);
    if (doubts.includes(current)) step(1);
  },
  m: () => by('typed').focus(), e: () => by('ends').focus(),
};
for (const [id, key] of [['next', 'n'], ['back', 'p'], ['accept', 'a'], ['note', 'x'], ['missing', 'i'], ['begins', 'g'], ['undo', 'u']])
  by(id).onclick = () => actions[key]();
by('typed').addEventListener('keydown', it => {
  if (it.key === 'Escape') it.target.blur();
  if (it.key !== 'Enter') return;
  it.preventDefault();
  const typed = it.target.value.trim();
  if (typed && current) { move(typed); it.target.value = ''; }
  it.target.blur();
});
by('ends').onchange = it => { if (it.target.value) decide('ends the game ' + it.target.value); it.target.value = ''; it.target.blur(); };
document.addEventListener('click', it => {
  const button = it.target.closest('.doubts button');
  if (button) { select(button.closest('li')); move(button.dataset.san); return; }
  select(it.target.closest('.doubts li, .source span, .source i, .source s, .read span'));
});
document.addEventListener('keydown', it => {
  if (it.ctrlKey || it.metaKey || it.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(it.target.tagName)) return;
  const choice = /^[1-9]$/.test(it.key) && current && current.querySelectorAll('button')[it.key - 1];
  if (choice) choice.click();
  else if (actions[it.key]) actions[it.key]();
  else return;
  it.preventDefault();
});
by('download').onclick = () => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text()], { type: 'text/plain' }));
  link.download = 'corrections.txt';
  link.click();
  URL.revokeObjectURL(link.href);
};
by('copy').onclick = () => {
  by('corrections').select();
  if (navigator.clipboard) navigator.clipboard.writeText(text()).catch(() => document.execCommand('copy'));
  else document.execCommand('copy');
};
show();
})();

// Reads PGN from standard input as chessops does, and prints of each game the board after every ply and the complaint about the
// first move that it cannot read.
//
// usage: node chessops.mjs MODULES
//
// MODULES is the folder in which npm has installed chessops.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const load = name => import(pathToFileURL(resolve(process.argv[2], `chessops/dist/esm/${name}.js`)));
const { parsePgn, startingPosition } = await load("pgn");
const { parseSan } = await load("san");
const { makeBoardFen } = await load("fen");

const games = parsePgn(readFileSync(0, "utf-8")).map(game => {
  const boards = [];
  const started = startingPosition(game.headers);
  if (started.isErr) return { boards, complaint: String(started.error) };
  const position = started.unwrap();
  for (const node of game.moves.mainline()) {
    const move = parseSan(position, node.san);
    if (!move) return { boards, complaint: `no move: ${node.san}` };
    position.play(move);
    boards.push(makeBoardFen(position.board));
  }
  return { boards, complaint: "" };
});
console.log(JSON.stringify(games));

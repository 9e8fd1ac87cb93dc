// Reads PGN with Disservin's chess-library: `parse` counts the moves, `replay` finds each on a board and plays it.
// Both write only counts. table.py compiles it.

#include <cstdio>
#include <cstring>
#include <fstream>

#include "chess.hpp"

using namespace chess;

struct Parse : pgn::Visitor {
    std::size_t games = 0, moves = 0, unread = 0;

    void startPgn() override {}
    void header(std::string_view, std::string_view) override {}
    void startMoves() override { games++; }
    void move(std::string_view, std::string_view) override { moves++; }
    void endPgn() override {}
};

struct Replay : Parse {
    Board board;
    Movelist legal;

    void header(std::string_view key, std::string_view value) override {
        if (key == "FEN") board.setFen(value);
    }

    void move(std::string_view san, std::string_view) override {
        try {
            const Move move = uci::parseSan(board, san, legal);
            if (move != Move::NO_MOVE) {
                board.makeMove<true>(move);
                moves++;
                return;
            }
        } catch (const std::exception &) {
        }
        unread++;
        skipPgn(true);
    }

    void endPgn() override { board.setFen(constants::STARTPOS); }
};

template <typename V>
int read(const char *path) {
    std::ifstream file(path);
    V visitor;
    const auto error = pgn::StreamParser(file).readGames(visitor);
    std::printf("%zu games, %zu moves, %zu unread\n", visitor.games, visitor.moves, visitor.unread);
    if (error) std::fprintf(stderr, "%s\n", error.message().c_str());
    return error ? 1 : 0;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    return std::strcmp(argv[1], "parse") == 0 ? read<Parse>(argv[2]) : read<Replay>(argv[2]);
}

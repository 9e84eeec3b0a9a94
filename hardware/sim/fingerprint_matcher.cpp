// Simulates the matcher. Each line of standard input is a command, each answer is a line of standard output.
// Compile with the STORED of the matcher, more than 64.
//
//   distance D    waits until all questions are answered, then sets the distance
//   load P F      stores fingerprint F (16 hexadecimal digits) at place P
//   remove P      removes what is stored at place P
//   ask F         answers with the places that match, separated by spaces
#include <sstream>

#include "Vfingerprint_matcher.h"
#include "simulation.h"

int main(int argc, char** argv) {
  const Options options = parse_options(argc, argv);
  std::vector<std::string> lines;
  for (int c = getchar(); c != EOF;) {
    std::string line;
    for (; c != EOF && c != '\n'; c = getchar()) line.push_back(c);
    lines.push_back(line);
    if (c == '\n') c = getchar();
  }
  Random random(options.seed);
  Vfingerprint_matcher matcher;
  uint64_t questions = 0, answers = 0, cycles = 0, first = 0, idle = 0;
  size_t next = 0;
  bool asks = false, loads = false;

  matcher.distance = 3;
  matcher.load_tvalid = matcher.s_axis_tvalid = matcher.m_axis_tready = 0;
  reset(matcher);

  while (next < lines.size() || asks || loads || answers < questions) {
    // a load and the question after it are offered in the same cycle, but a load never overtakes a question
    const bool gap = random.chance(options.input_gaps);
    while (!gap && !asks && next < lines.size()) {
      std::istringstream command(lines[next]);
      std::string verb;
      command >> verb;
      if (verb == "distance") {
        if (answers < questions) break;
        int distance;
        command >> distance;
        matcher.distance = distance;
      } else if (verb == "load" || verb == "remove") {
        if (loads) break;
        unsigned place;
        uint64_t fingerprint = 0;
        command >> place >> std::hex >> fingerprint;
        loads = true;
        matcher.load_tdest = place;
        matcher.load_tdata = fingerprint;
        matcher.load_tuser = verb == "load";
      } else if (verb == "ask") {
        uint64_t fingerprint;
        command >> std::hex >> fingerprint;
        asks = true;
        matcher.s_axis_tdata = fingerprint;
      } else fail("Unknown command " + lines[next]);
      next++;
    }
    matcher.load_tvalid = loads;
    matcher.s_axis_tvalid = asks;
    matcher.m_axis_tready = !random.chance(options.output_gaps);
    matcher.aclk = 0;
    matcher.eval();

    idle++;
    if (loads && matcher.load_tready) loads = false, idle = 0;
    if (asks && matcher.s_axis_tready) {
      if (questions++ == 0) first = cycles;
      asks = false;
      idle = 0;
    }
    if (matcher.m_axis_tvalid && matcher.m_axis_tready) {
      bool any = false;
      for (int place = 0; place < STORED; place++)
        if (matcher.m_axis_tdata[place / 32] >> (place % 32) & 1) {
          printf(any ? " %d" : "%d", place);
          any = true;
        }
      printf("\n");
      if (any != (matcher.m_axis_tuser != 0)) fail("m_axis_tuser does not say whether there is a match.");
      answers++;
      idle = 0;
    }
    if (idle > HANG_CYCLES) fail("The matcher hangs.");
    matcher.aclk = 1;
    matcher.eval();
    cycles++;
  }
  fprintf(stderr, "{\"questions\":%llu,\"cycles\":%llu}\n", static_cast<unsigned long long>(questions),
          static_cast<unsigned long long>(cycles - first));
  return 0;
}

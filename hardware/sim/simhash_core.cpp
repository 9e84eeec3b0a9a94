// Simulates one core: documents from standard input, their fingerprints to standard output.
#include "Vsimhash_core.h"
#include "documents.h"

int main(int argc, char** argv) {
  const Options options = parse_options(argc, argv);
  const std::vector<std::string> documents = read_documents();
  Random random(options.seed);
  Vsimhash_core core;
  std::vector<Result> results;
  uint64_t bytes = 0, cycles = 0, idle = 0;
  size_t sent = 0, at = 0;
  bool offered = false;   // AXI4-Stream: what is offered once stays until it is taken
  bool waiting = false;
  uint64_t waiting_data = 0;

  core.aresetn = 0;
  core.s_axis_tvalid = 0;
  core.m_axis_tready = 0;
  for (int i = 0; i < 4; i++) {
    core.aclk = 0;
    core.eval();
    core.aclk = 1;
    core.eval();
  }
  core.aresetn = 1;

  while (results.size() < documents.size()) {
    if (!offered && sent < documents.size() && !random.chance(options.input_gaps)) {
      const std::string& document = documents[sent];
      const bool null_byte = document.empty() || random.chance(options.null_bytes);
      offered = true;
      core.s_axis_tkeep = !null_byte;
      core.s_axis_tdata = null_byte ? random.next() : static_cast<uint8_t>(document[at]);
      core.s_axis_tlast = null_byte ? document.empty() : at + 1 == document.size();
    }
    core.s_axis_tvalid = offered;
    core.m_axis_tready = !random.chance(options.output_gaps);
    core.aclk = 0;
    core.eval();

    if (waiting && (!core.m_axis_tvalid || core.m_axis_tdata != waiting_data))
      fail("A fingerprint changed before it was taken.");
    waiting = core.m_axis_tvalid && !core.m_axis_tready;
    waiting_data = core.m_axis_tdata;

    idle++;
    if (core.m_axis_tvalid && core.m_axis_tready) {
      if (results.size() >= sent) fail("A fingerprint came before the end of its document.");
      results.push_back({core.m_axis_tdata, core.m_axis_tuser != 0});
      idle = 0;
    }
    if (offered && core.s_axis_tready) {
      offered = false;
      idle = 0;
      if (core.s_axis_tkeep) at++, bytes++;
      if (core.s_axis_tlast) sent++, at = 0;
    }
    if (idle > HANG_CYCLES) fail("The core hangs.");
    core.aclk = 1;
    core.eval();
    cycles++;
  }
  print_results(results, bytes, cycles);
  return 0;
}

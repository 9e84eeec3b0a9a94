// The handshake of a core: a fingerprint for every document, none lost, none twice, none before its document ended, and none
// that changes while it waits. The hash is cut to 17 bits; the control does not depend on it.
`default_nettype none

module simhash_core_check (
  input wire       aclk,
  input wire       aresetn,
  input wire       s_tvalid,
  input wire [7:0] s_tdata,
  input wire       s_tkeep,
  input wire       s_tlast,
  input wire       m_tready
);
  localparam BITS    = 17;
  localparam SLOWEST = 16;           // cycles without a fingerprint while one is owed and none waits

  wire            s_tready, m_tvalid, m_tuser;
  wire [BITS-1:0] m_tdata;

  simhash_core #(.BITS(BITS), .COUNT_BITS(2)) core (
    .aclk(aclk), .aresetn(aresetn),
    .s_axis_tvalid(s_tvalid), .s_axis_tready(s_tready),
    .s_axis_tdata(s_tdata), .s_axis_tkeep(s_tkeep), .s_axis_tlast(s_tlast),
    .m_axis_tvalid(m_tvalid), .m_axis_tready(m_tready), .m_axis_tdata(m_tdata), .m_axis_tuser(m_tuser)
  );

  reg [3:0] owed = 0;
  reg [4:0] late = 0;
  reg       words = 0;               // the documents that are owed have had words
  wire      push = s_tvalid & s_tready & s_tlast;
  wire      pop  = m_tvalid & m_tready;

  reg            started = 0, was_held = 0;
  reg [BITS-1:0] held_data;
  always @(posedge aclk) begin
    started   <= 1;
    owed      <= aresetn ? owed + push - pop : 0;
    late      <= aresetn & owed != 0 & ~m_tvalid ? late + 1 : 0;
    words     <= aresetn & (words | (s_tvalid & s_tkeep & s_tdata > 8'h20));
    was_held  <= m_tvalid & ~m_tready & aresetn;
    held_data <= m_tdata;
    if (!started) assume (!aresetn);
    if (started & aresetn) begin
      if (m_tvalid) assert (owed != 0);
      if (was_held) assert (m_tvalid & m_tdata == held_data);
      if (m_tvalid & ~words) assert (m_tdata == 0 & ~m_tuser);
      // the fingerprint that waits, the document that ends behind it, an item, a byte
      assert (owed <= 4);
      assert (late < SLOWEST);
      cover (pop & owed == 4 & m_tdata != 0);
    end
  end
endmodule

`default_nettype wire

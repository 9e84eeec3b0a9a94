// One fingerprint core: bytes of canonical text in, one document after the other, and a 64-bit fingerprint out for each.
//
// Both sides are AXI4-Stream. A document ends with the byte that has `tlast`; a document without bytes is one transfer with
// `tlast` and without `tkeep`. Every byte up to 0x20 separates words. This includes NUL, which does not end a document.
// Fingerprints leave in the order of the documents. `m_axis_tuser` is set if a document had 2^COUNT_BITS words or more.
`default_nettype none

module simhash_core #(
  parameter BITS       = 64,         // width of the fingerprint; other than 64 only with the hash of paper A, at least 17
  parameter MIXED      = 0,          // 0: the hash of paper A (sdbm), 1: the product's mixed hash
  parameter COUNT_BITS = 32,         // a document may have 2^COUNT_BITS - 1 words; 2 to 32
  parameter TIES       = 0           // a bit is set if 0: more than half, 1: at least half of the words have it
) (
  input  wire            aclk,
  input  wire            aresetn,
  input  wire            s_axis_tvalid,
  output wire            s_axis_tready,
  input  wire [7:0]      s_axis_tdata,
  input  wire            s_axis_tkeep,
  input  wire            s_axis_tlast,
  output wire            m_axis_tvalid,
  input  wire            m_axis_tready,
  output wire [BITS-1:0] m_axis_tdata,
  output wire            m_axis_tuser
);
  wire            rst = ~aresetn;
  wire            valid, ready, word, last;
  wire [BITS-1:0] hash;

  generate
    if (MIXED != 0) begin : mixed
      word_hash_mixed hasher (
        .clk(aclk), .rst(rst),
        .s_tvalid(s_axis_tvalid), .s_tready(s_axis_tready),
        .s_tdata(s_axis_tdata), .s_tkeep(s_axis_tkeep), .s_tlast(s_axis_tlast),
        .w_valid(valid), .w_ready(ready), .w_hash(hash), .w_word(word), .w_last(last)
      );
    end else begin : sdbm
      word_hash_sdbm #(.BITS(BITS)) hasher (
        .clk(aclk), .rst(rst),
        .s_tvalid(s_axis_tvalid), .s_tready(s_axis_tready),
        .s_tdata(s_axis_tdata), .s_tkeep(s_axis_tkeep), .s_tlast(s_axis_tlast),
        .w_valid(valid), .w_ready(ready), .w_hash(hash), .w_word(word), .w_last(last)
      );
    end
  endgenerate

  bit_majority #(.BITS(BITS), .COUNT_BITS(COUNT_BITS), .TIES(TIES)) majority (
    .clk(aclk), .rst(rst),
    .w_valid(valid), .w_ready(ready), .w_hash(hash), .w_word(word), .w_last(last),
    .m_tvalid(m_axis_tvalid), .m_tready(m_axis_tready), .m_tdata(m_axis_tdata), .m_tuser(m_axis_tuser)
  );
endmodule

`default_nettype wire

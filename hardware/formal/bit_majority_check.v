// bit_majority gives, for every document and in order, what a plain counter gives: nothing lost, nothing twice, nothing early.
// One bit wide, because the bits do not depend on each other; two levels, so that overflow is within reach.
`default_nettype none

module bit_majority_check #(
  parameter TIES = 0
) (
  input wire clk,
  input wire rst,
  input wire w_valid,
  input wire w_hash,
  input wire w_word,
  input wire w_last,
  input wire m_tready
);
  localparam COUNT_BITS = 2;
  localparam SLOWEST    = 12;        // cycles from the end of a document to its fingerprint

  wire w_ready, m_tvalid, m_tdata, m_tuser;

  bit_majority #(.BITS(1), .COUNT_BITS(COUNT_BITS), .TIES(TIES)) majority (
    .clk(clk), .rst(rst),
    .w_valid(w_valid), .w_ready(w_ready), .w_hash(w_hash), .w_word(w_word), .w_last(w_last),
    .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tdata(m_tdata), .m_tuser(m_tuser)
  );

  // the plain counter
  reg [5:0] words = 0, ones = 0;
  wire [5:0] words_now = words + w_word;
  wire [5:0] ones_now  = ones + (w_word & w_hash);
  wire       set       = 2 * ones_now > words_now | (TIES != 0 & 2 * ones_now == words_now & words_now != 0);
  wire       too_many  = words_now >= (1 << COUNT_BITS);

  // expected answers, oldest first
  reg [1:0] expected_set, expected_void;
  reg [1:0] owed = 0;
  reg [4:0] late = 0;
  wire      push = w_valid & w_ready & w_last;
  wire      pop  = m_tvalid & m_tready;

  always @(posedge clk)
    if (rst) begin
      words <= 0;
      ones  <= 0;
      owed  <= 0;
      late  <= 0;
    end else begin
      if (w_valid & w_ready) begin
        words <= w_last ? 0 : words_now;
        ones  <= w_last ? 0 : ones_now;
      end
      if (pop) begin
        expected_set[0]  <= expected_set[1];
        expected_void[0] <= expected_void[1];
      end
      if (push) begin
        expected_set[owed - pop]  <= set;
        expected_void[owed - pop] <= too_many;
      end
      owed <= owed + push - pop;
      late <= owed != 0 & ~m_tvalid ? late + 1 : 0;
    end

  reg started = 0, was_held = 0, held_data, held_user;
  always @(posedge clk) begin
    started   <= 1;
    was_held  <= m_tvalid & ~m_tready & ~rst;
    held_data <= m_tdata;
    held_user <= m_tuser;
    if (!started) assume (rst);
    if (started & !rst) begin
      if (m_tvalid) assert (owed != 0);
      if (m_tvalid) assert (m_tuser == expected_void[0]);
      if (m_tvalid & ~m_tuser) assert (m_tdata == expected_set[0]);
      if (was_held) assert (m_tvalid & m_tdata == held_data & m_tuser == held_user);
      assert (owed <= 2);
      assert (late < SLOWEST);
      cover (pop & m_tdata & words == 2);
      cover (pop & m_tuser);
    end
  end
endmodule

`default_nettype wire

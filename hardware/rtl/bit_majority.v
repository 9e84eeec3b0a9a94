// For each of BITS bits: is it set in more than half of the words of a document? That is the fingerprint.
//
// The counters are kept in bit planes. Level k has two words of RAM: `sum[k]`, and `waiting[k]`, a vector of weight 2^k that
// waits for a second one. If none waits at its level, a vector is stored there and its way ends. Otherwise a full adder
// takes the three vectors: the sum stays, the carry goes on to level k+1 as one vector of twice the weight. A word takes two
// cycles on average, no matter how long the document is, and the flags "one waits at level k" are the number of words in
// binary, so that there is no word counter.
//
// After the last word one pass over the levels adds what waits, lowest level first, and compares the number of ones with
// half of the number of words, bit by bit.
`default_nettype none

module bit_majority #(
  parameter BITS       = 64,         // width of a hash and of the fingerprint
  parameter COUNT_BITS = 32,         // a document may have 2^COUNT_BITS - 1 words; 2 to 32
  parameter TIES       = 0           // 0: more than half of the words, 1: at least half of them
) (
  input  wire            clk,
  input  wire            rst,
  input  wire            w_valid,
  output wire            w_ready,
  input  wire [BITS-1:0] w_hash,
  input  wire            w_word,     // the hash counts
  input  wire            w_last,     // the document ends after this item
  output reg             m_tvalid,
  input  wire            m_tready,
  output reg  [BITS-1:0] m_tdata,
  output reg             m_tuser     // the document had too many words: its fingerprint is void
);
  localparam LEVEL_BITS = $clog2(COUNT_BITS);
  localparam LIMIT      = COUNT_BITS - 1;

  reg [BITS-1:0] sum     [0:(1<<LEVEL_BITS)-1];
  reg [BITS-1:0] waiting [0:(1<<LEVEL_BITS)-1];
  reg            flags   [0:(1<<LEVEL_BITS)-1];   // one waits; level 0 is `odd`

  reg [LEVEL_BITS-1:0] level;        // of the vector that is added
  reg [LEVEL_BITS:0]   flag_level;   // of the flag that is read: the next level, in the last pass the one after that
  reg [LEVEL_BITS:0]   top;          // levels in use
  reg                  any;          // this document has words
  reg                  odd;          // an odd number of words

  reg            adding;             // `vector` is on its way through the levels
  reg            ending;             // the document ends after that
  reg            closing;            // the last pass
  reg            moving;             // the next cycle is for the next level: one waits here, or this is the last pass
  reg [BITS-1:0] vector;             // what is added at this level; in the last pass the carry
  reg            waits;              // one waits at this level
  reg            next_waits;         // last pass: one waits at the next level
  reg            at_top;             // adding: this level is new; last pass: this is the highest level in use
  reg            overflow;

  wire is_top   = flag_level == top;
  wire flag     = flags[flag_level[LEVEL_BITS-1:0]] & ~is_top;
  wire at_limit = level == LIMIT[LEVEL_BITS-1:0];

  // `moving` is a flip-flop because it steers all bits of `vector`
  assign w_ready = ~ending & ~moving;
  wire   take    = w_valid & w_ready;
  wire   close   = ending & ~adding & ~m_tvalid;
  wire   onward  = moving & ~closing;

  wire adding_next  = take ? w_word : onward & ~at_limit;
  wire closing_next = closing ? ~at_top : close & any;
  wire waits_next   = closing ? next_waits : onward ? flag : odd;
  // one more in an even number of words makes "more than half" of "at least half"
  wire   tie     = (TIES != 0) & any & ~odd;

  wire [BITS-1:0] a     = sum[level];
  wire [BITS-1:0] b     = waiting[level] & {BITS{waits}};
  wire [BITS-1:0] ones  = a ^ b ^ vector;
  wire [BITS-1:0] carry = (a & b) | (a & vector) | (b & vector);
  wire [BITS-1:0] more  = {BITS{~next_waits}};

  // the planes
  always @(posedge clk) begin
    if (adding & (waits | at_top)) sum[level] <= waits ? ones : {BITS{1'b0}};
    if (adding & ~waits)           waiting[level] <= vector;
    if (adding)                    flags[level] <= ~waits;
  end

  // the vector and the fingerprint
  always @(posedge clk) begin
    if (ending & ~adding) vector <= {BITS{tie}};
    else                  vector <= moving ? carry : w_hash;

    if (close)        m_tdata <= {BITS{1'b0}};
    // lowest bit first: the higher bits decide, equal ones leave it as it is
    else if (closing) m_tdata <= (ones & more) | (ones & m_tdata) | (more & m_tdata);
  end

  // the walk over the levels
  always @(posedge clk) begin
    level      <= moving ? level + 1'b1 : 0;
    flag_level <= moving ? flag_level + 1'b1 : close ? 2 : 1;
    waits      <= waits_next;
    next_waits <= flag;
    at_top     <= moving | close ? is_top : ~any;
  end

  always @(posedge clk) begin
    adding  <= adding_next;
    ending  <= take ? w_last : ending & ~close;
    closing <= closing_next;
    moving  <= (adding_next & waits_next) | closing_next;
    if (take & w_word) begin
      any <= 1'b1;
      odd <= ~odd;
    end
    if (adding & ~waits & at_top) top <= top + 1'b1;
    if (onward & at_limit)        overflow <= 1'b1;

    if (m_tvalid & m_tready) m_tvalid <= 1'b0;
    if (close) begin
      m_tvalid <= ~any;
      m_tuser  <= overflow;
    end
    if (closing & at_top) begin
      m_tvalid <= 1'b1;
      any      <= 1'b0;
      odd      <= 1'b0;
      overflow <= 1'b0;
      top      <= 0;
    end

    if (rst) begin
      adding   <= 1'b0;
      ending   <= 1'b0;
      closing  <= 1'b0;
      moving   <= 1'b0;
      m_tvalid <= 1'b0;
      any      <= 1'b0;
      odd      <= 1'b0;
      overflow <= 1'b0;
      top      <= 0;
    end
  end
endmodule

`default_nettype wire

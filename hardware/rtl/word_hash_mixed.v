// Cuts bytes of canonical text into words and hashes each one with the product's mixed hash (`src/engines/mixed-hash.ts`).
//
// That hash takes a word in pieces of eight bytes counted from its end, which a stream does not know. Let H(i) be the hash
// of the first i letters and window(i) the last eight of them; then H(i) = mix(H(i-8) ^ window(i)). The pipeline of the four
// rounds has exactly eight stages: when letter i enters, H(i-8) leaves. So every letter is hashed as if the word ended
// there, one a cycle, and no word is ever stored.
//
// The pipeline may only move when a byte comes, as long as it is inside a word; between words it runs empty by itself.
// Items are those of `word_hash_sdbm`, with one difference: a word and the end of its document are two items if a
// separator is between them.
`default_nettype none

module word_hash_mixed (
  input  wire        clk,
  input  wire        rst,
  input  wire        s_tvalid,
  output wire        s_tready,
  input  wire [7:0]  s_tdata,
  input  wire        s_tkeep,        // 0: there is no byte here, only perhaps the end of a document
  input  wire        s_tlast,
  output reg         w_valid,
  input  wire        w_ready,
  output reg  [63:0] w_hash,
  output reg         w_word,
  output reg         w_last
);
  localparam STAGES = 8;

  // the byte that is looked at, with what it means
  reg       valid;
  reg [7:0] letter;
  reg       separator;
  reg       last;

  reg        in_word;                // the byte before was a letter, and its document goes on
  reg [55:0] window;                 // the seven letters before this one; zeros in front of the word
  reg [3:0]  length;                 // letters of this word before this one, up to 8

  // what is at stage k: a letter that ends a word, the end of a document
  reg [STAGES:2] word_at;
  reg [STAGES:1] last_at;
  reg            letter_at_1;        // only the byte behind it tells whether it ends a word

  wire leaves  = word_at[STAGES] | last_at[STAGES];
  wire advance = (valid | ~in_word) & ~(leaves & w_valid);
  assign s_tready = ~valid | advance;

  wire        is_letter = valid & ~separator;
  wire [31:0] lo, hi;
  wire [63:0] earlier = {64{length[3]}} & {hi, lo};

  mix_pipeline mix (
    .clk(clk), .advance(advance), .in(earlier ^ {letter, window}), .hi(hi), .lo(lo)
  );

  always @(posedge clk) begin
    if (s_tready) begin
      valid     <= s_tvalid & (s_tkeep | s_tlast);
      letter    <= s_tdata;
      separator <= ~s_tkeep | s_tdata <= 8'h20;
      last      <= s_tlast;
    end

    if (advance) begin
      in_word     <= is_letter & ~last;
      letter_at_1 <= is_letter;
      last_at     <= {last_at[STAGES-1:1], valid & last};
      word_at     <= {word_at[STAGES-1:2], letter_at_1 & (last_at[1] | ~is_letter)};
      if (is_letter & ~last) begin
        window <= {letter, window[55:8]};
        length <= length + {3'd0, ~length[3]};
      end else begin
        window <= 56'd0;
        length <= 4'd0;
      end
    end

    if (~w_valid) begin
      w_hash <= {hi, lo};
      w_word <= word_at[STAGES];
      w_last <= last_at[STAGES];
    end
    w_valid <= w_valid ? ~w_ready : advance & leaves;

    if (rst) begin
      valid       <= 1'b0;
      w_valid     <= 1'b0;
      in_word     <= 1'b0;
      letter_at_1 <= 1'b0;
      word_at     <= 0;
      last_at     <= 0;
      window      <= 56'd0;
      length      <= 4'd0;
    end
  end
endmodule

`default_nettype wire

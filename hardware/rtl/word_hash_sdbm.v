// Cuts bytes of canonical text into words and hashes each one as paper A does: h = h * 65599 + byte, modulo 2^BITS, from 0.
//
// A word is a run of bytes above 0x20; every byte up to 0x20, NUL included, separates words. An item leaves for every word
// and for every end of a document. Both can be one item: `w_word` says that the hash counts, `w_last` that the document
// ends after it.
//
// One byte a cycle. A document whose last byte belongs to a word takes one cycle more.
`default_nettype none

module word_hash_sdbm #(
  parameter BITS = 64                // width of the hash; at least 17
) (
  input  wire            clk,
  input  wire            rst,
  input  wire            s_tvalid,
  output wire            s_tready,
  input  wire [7:0]      s_tdata,
  input  wire            s_tkeep,    // 0: there is no byte here, only perhaps the end of a document
  input  wire            s_tlast,
  output reg             w_valid,
  input  wire            w_ready,
  output reg  [BITS-1:0] w_hash,
  output reg             w_word,
  output reg             w_last
);
  // the byte that is looked at, with what it means
  reg       valid;
  reg [7:0] letter;
  reg       separator;
  reg       last;

  reg [BITS-1:0] hash;
  reg            in_word;

  wire ends = separator & (in_word | last);
  // the item register must be empty, not only about to be: this keeps w_ready out of the path to the adder
  wire step = valid & ~(ends & w_valid);
  // the last letter of a document stays for one more cycle, as the separator that ends its word
  wire stays = last & ~separator;
  assign s_tready = ~valid | (step & ~stays);

  // 65599 = 2^16 + 2^6 - 1; the byte fits below the product by 2^16, so there are two adders, not three
  wire [BITS-1:0] times_63 = (hash << 6) - hash;
  wire [BITS-1:0] next     = times_63 + {hash[BITS-17:0], 8'd0, letter};

  always @(posedge clk) begin
    if (s_tready) begin
      valid     <= s_tvalid & (s_tkeep | s_tlast);
      letter    <= s_tdata;
      separator <= ~s_tkeep | s_tdata <= 8'h20;
      last      <= s_tlast;
    end else if (step)
      separator <= 1'b1;

    // reset and enable as flip-flops have them: nothing comes between the adder and its register
    if (rst | (step & separator)) hash <= {BITS{1'b0}};
    else if (step)                hash <= next;
    if (step) in_word <= ~separator;

    if (~w_valid) begin
      w_hash <= hash;
      w_word <= in_word;
      w_last <= last;
    end
    w_valid <= w_valid ? ~w_ready : valid & ends;

    if (rst) begin
      valid   <= 1'b0;
      w_valid <= 1'b0;
      in_word <= 1'b0;
    end
  end
endmodule

`default_nettype wire

// The four rounds of the mixed hash (`mix` in `src/engines/mixed-hash.ts`), two stages each: multiply, then add and fold.
// What enters with one advance is at the output eight advances later.
`default_nettype none

module mix_pipeline (
  input  wire        clk,
  input  wire        advance,
  input  wire [63:0] in,
  output reg  [31:0] hi,
  output reg  [31:0] lo
);
  wire [31:0] product_1, product_3, product_5, product_7;
  reg  [31:0] lo_1, lo_2, lo_3, lo_4, lo_5, lo_6, lo_7;
  reg  [31:0] hi_2, hi_3, hi_4, hi_5, hi_6, hi_7;

  constant_product #(.FACTOR(32'h9e3779b1)) times_1 (.clk(clk), .advance(advance), .in(in[63:32]), .out(product_1));
  constant_product #(.FACTOR(32'h85ebca6b)) times_2 (.clk(clk), .advance(advance), .in(hi_2), .out(product_3));
  constant_product #(.FACTOR(32'hc2b2ae35)) times_3 (.clk(clk), .advance(advance), .in(lo_4), .out(product_5));
  constant_product #(.FACTOR(32'h27d4eb2f)) times_4 (.clk(clk), .advance(advance), .in(hi_6), .out(product_7));

  wire [31:0] hi_a = product_1 ^ lo_1;
  wire [31:0] lo_b = lo_3 + product_3;
  wire [31:0] hi_c = hi_5 + product_5;
  wire [31:0] lo_d = lo_7 + product_7;

  always @(posedge clk)
    if (advance) begin
      lo_1 <= in[31:0];
      hi_2 <= hi_a ^ (hi_a >> 14);
      lo_2 <= lo_1;
      hi_3 <= hi_2;
      lo_3 <= lo_2;
      hi_4 <= hi_3;
      lo_4 <= lo_b ^ (lo_b >> 15);
      hi_5 <= hi_4;
      lo_5 <= lo_4;
      hi_6 <= hi_c ^ (hi_c >> 16);
      lo_6 <= lo_5;
      hi_7 <= hi_6;
      lo_7 <= lo_6;
      hi   <= hi_7;
      lo   <= lo_d ^ (lo_d >> 15);
    end
endmodule

`default_nettype wire

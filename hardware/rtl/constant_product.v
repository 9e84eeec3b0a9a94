// The low 32 bits of `in * FACTOR`: three products of 16 bits are registered, and added behind the registers.
`default_nettype none

module constant_product #(
  parameter [31:0] FACTOR = 32'd1
) (
  input  wire        clk,
  input  wire        advance,
  input  wire [31:0] in,
  output wire [31:0] out
);
  reg [31:0] low;
  reg [15:0] cross_1, cross_2;

  always @(posedge clk)
    if (advance) begin
      low     <= in[15:0] * FACTOR[15:0];
      cross_1 <= in[15:0] * FACTOR[31:16];
      cross_2 <= in[31:16] * FACTOR[15:0];
    end

  assign out = {low[31:16] + cross_1 + cross_2, low[15:0]};
endmodule

`default_nettype wire

// Four counts of six bits at once, in bit planes: count i is that of bits i, i+4, i+8 … and its bits are i, i+4, i+8 of `out`.
`default_nettype none

module count_sixes (
  input  wire [23:0] in,
  output wire [11:0] out
);
  wire [3:0] a = in[3:0], b = in[7:4], c = in[11:8], d = in[15:12], e = in[19:16], f = in[23:20];

  wire [3:0] sum_1   = a ^ b ^ c;
  wire [3:0] sum_2   = d ^ e ^ f;
  wire [3:0] carry_1 = (a & b) | (a & c) | (b & c);
  wire [3:0] carry_2 = (d & e) | (d & f) | (e & f);
  wire [3:0] carry_3 = sum_1 & sum_2;

  assign out = {
    (carry_1 & carry_2) | (carry_1 & carry_3) | (carry_2 & carry_3),
    carry_1 ^ carry_2 ^ carry_3,
    sum_1 ^ sum_2
  };
endmodule

`default_nettype wire

/** Raised digits after a digit stay raised, because 10² is not 102. After a letter they become plain digits: `m2`. */

const LAST_DIGIT = /[0-9⁰¹²³⁴⁵⁶⁷⁸⁹]$/;
const FIRST_DIGITS = /^[0-9]+/;
const RAISED = [...'⁰¹²³⁴⁵⁶⁷⁸⁹'];

/** A raised text as it is written after another text. */
export function raisedAfter(before: string, text: string): string {
  if (!LAST_DIGIT.test(before)) return text;
  return text.replace(FIRST_DIGITS, (digits) =>
    Array.from(digits, (digit) => RAISED[Number(digit)]).join(''),
  );
}

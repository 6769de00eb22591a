import { csvOf } from '../../../web/ui/csv.ts';

test('words that a spreadsheet would carry out as a formula begin with an apostrophe', () => {
  const said = ['=HYPERLINK("https://a.example")', '+1', '-1', '@SUM(1)', '＝1', '\t=1', '\r=1'];
  expect(csvOf(said.map((text) => [text]))).toBe(
    `"'=HYPERLINK(""https://a.example"")"\r\n'+1\r\n'-1\r\n'@SUM(1)\r\n'＝1\r\n'\t=1\r\n"'\r=1"\r\n`,
  );
});

test('numbers below zero stay numbers, and other words stay as they were said', () => {
  expect(csvOf([['charge', -0.2, "it's 1 = 1", 'a, "b"']])).toBe(
    'charge,-0.2,it\'s 1 = 1,"a, ""b"""\r\n',
  );
});

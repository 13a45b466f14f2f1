import { expect, test } from 'vitest'
import { cellOf, rowOf } from './export.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '－1'])(
  '%j is text in a spreadsheet',
  (text) => {
    expect(cellOf(text)).toBe(`"'${text}"`)
  },
)

test('quotes, commas and line ends stay inside their cell', () => {
  expect(rowOf(['a,b', 'say "yes"', 'two\nlines', '=cmd|"x"'])).toBe(
    '"a,b","say ""yes""","two\nlines","\'=cmd|""x"""\r\n',
  )
})

test('what is absent is an empty cell, and other values are written as they are', () => {
  expect(rowOf([undefined, null, '12.5', 7, false, ['a', 'b'], { a: 1 }])).toBe(',,12.5,7,false,a b,"{""a"":1}"\r\n')
})

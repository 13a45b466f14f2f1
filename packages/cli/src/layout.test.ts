import { describe, expect, test } from 'vitest'
import { fieldsText, plain, tableText } from './layout.ts'

describe('a table', () => {
  const rows = [
    ['pr_1', 'pending', 'A payee with quite a long name'],
    ['pr_22', 'confirmed', null],
  ]
  test('aligns its columns, and shows what is absent as a dash', () => {
    expect(tableText(['ID', 'STATUS', 'PAYEE'], rows)).toBe(
      ['ID     STATUS     PAYEE', 'pr_1   pending    A payee with quite a long name', 'pr_22  confirmed  -'].join('\n'),
    )
  })
  test('never wraps: what is too wide for the terminal is cut at the end', () => {
    const lines = tableText(['ID', 'STATUS', 'PAYEE'], rows, 30).split('\n')
    expect(lines[1]).toBe('pr_1   pending    A payee wit…')
    for (const width of [5, 10, 20, 30, 80]) {
      for (const line of tableText(['ID', 'STATUS', 'PAYEE'], rows, width).split('\n'))
        expect(line.length).toBeLessThanOrEqual(width)
    }
  })
  test('keeps the column for people at 80 columns: ids between give way first', () => {
    const id = (prefix: string) => `${prefix}_01k0000000e008000000000000`
    const [, line = ''] = tableText(
      ['RECIPIENT ID', 'ACTIVE VERSION', 'CREATED', 'NAME'],
      [[id('rcp'), id('rcv'), '2026-11-15T09:30:00.000Z', 'Harbour Books till']],
      80,
    ).split('\n')
    expect(line).toMatch(/^rcp_01k0000000e008000000000000 {2}rcv_.*… {2}.* {2}Harbour Books till$/)
    expect(line.length).toBeLessThanOrEqual(80)
  })
})

describe('text of others', () => {
  test('cannot steer the terminal or begin a line of its own', () => {
    expect(plain('\u001b[2Jpaid\r\nstatus  confirmed\u0007\u009b1m\u202e')).toBe('paid  status  confirmed  ')
    expect(fieldsText([['payee', 'a\nstatus  confirmed']])).toBe('payee  a status  confirmed')
  })
})

describe('fields', () => {
  test('are aligned, and left out where they are absent', () => {
    expect(
      fieldsText([
        ['a', 1],
        ['long name', 'x'],
        ['gone', undefined],
        ['none', null],
      ]),
    ).toBe('a          1\nlong name  x')
  })
})

/** A QR code in half blocks: two rows of it per line of text, so that it fits 80 columns and stays square. */
import { encodeQR } from 'qr'
import { styled } from './output.ts'

const BORDER = 2
/** By upper and lower row; dark modules are drawn. */
const BLOCKS = { none: ' ', upper: '▀', lower: '▄', both: '█' } as const

const blockOf = (upper: boolean, lower: boolean): string =>
  upper ? (lower ? BLOCKS.both : BLOCKS.upper) : lower ? BLOCKS.lower : BLOCKS.none

/** `light_on_dark` where no colours can be set: what is drawn is then light, as letters are on most terminals. */
export const qrLines = (text: string, light_on_dark: boolean): readonly string[] => {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: BORDER })
  const drawn = (y: number, x: number): boolean => (rows[y]?.[x] ?? false) !== light_on_dark
  const lines: string[] = []
  for (let y = 0; y < rows.length; y += 2) {
    lines.push((rows[0] ?? []).map((_, x) => blockOf(drawn(y, x), drawn(y + 1, x))).join(''))
  }
  return lines
}

/** As the terminal shows it best. */
export const qrText = (text: string): string => {
  const coloured = styled('bgWhiteBright', ' ') !== ' '
  const lines = qrLines(text, !coloured)
  return lines.map((line) => (coloured ? styled(['bgWhiteBright', 'black'], line) : line)).join('\n')
}

import { decodeQR } from 'qr/decode.js'
import { describe, expect, test } from 'vitest'
import { qrLines } from './terminal-qr.ts'

const URI = 'svc://pair?session=prs_01k0000000e008000000000000&code=WDJB-MJHT&service=https%3A%2F%2Fpay.example.com'

/** The picture that a camera would see, with some points per module. */
const photographed = (lines: readonly string[], drawn_is_dark: boolean) => {
  const scale = 4
  const modules = lines.flatMap((line) => {
    const blocks = Array.from(line)
    return [blocks.map((block) => '▀█'.includes(block)), blocks.map((block) => '▄█'.includes(block))]
  })
  const [width, height] = [(modules[0]?.length ?? 0) * scale, modules.length * scale]
  const data = new Uint8Array(width * height * 4).fill(255)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const drawn = modules[Math.floor(y / scale)]?.[Math.floor(x / scale)] ?? false
      data.fill(drawn === drawn_is_dark ? 0 : 255, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  return { width, height, data }
}

describe('a pairing address as a QR code', () => {
  test.each([true, false])('can be read from the screen (light on dark: %s)', (light_on_dark) => {
    expect(decodeQR(photographed(qrLines(URI, light_on_dark), !light_on_dark))).toBe(URI)
  })
  test('fits a terminal of 80 columns and 30 lines', () => {
    const lines = qrLines(URI, false)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(lines.length).toBeLessThanOrEqual(30)
  })
})

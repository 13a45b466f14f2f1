/** Decides what `npm run dev` may leave behind when it is stopped: nothing. */
import { createServer } from 'node:net'
import { expect } from 'vitest'
import type { DevRun } from './dev-run.ts'

/** Ctrl-C leaves no process and no taken port. */
export async function expectCleanStop(dev: DevRun): Promise<void> {
  expect(dev.processes().length).toBeGreaterThanOrEqual(3)
  await dev.stop()
  expect(dev.processes()).toEqual([])
  expect(dev.said()).toMatch(/dev +stopped\n$/)
  await expect(listenOn(Number(new URL(dev.base_url).port))).resolves.toBe('free')
}

function listenOn(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => server.close(() => resolve('free')))
  })
}

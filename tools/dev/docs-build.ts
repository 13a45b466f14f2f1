/** Builds the documentation site beside the service, which does not wait for it: until then /docs/ shows plain text. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

const BUILD = fileURLToPath(new URL('../docs/build-docs.ts', import.meta.url))

/** Answers with the way to stop it. */
export const buildDocsBeside = (tell: (line: string) => void): (() => Promise<void>) => {
  let said = ''
  const child = spawn(process.execPath, ['--conditions=@pursestrings/source', BUILD], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // With what it starts, so that both can be stopped together.
    detached: process.platform !== 'win32',
  })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
    })
  }
  const ended = once(child, 'exit').then(([code, signal]) => {
    if (signal !== null || child.killed) return
    if (code === 0 && !said.includes('unchanged')) tell('docs: the site is built; reload /docs/')
    if (code !== 0) tell(`docs: not built, so /docs/ shows plain text. Run \`npm run docs\` to see why`)
  })
  return async () => {
    if (child.exitCode === null && child.pid !== undefined) {
      try {
        process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGTERM')
      } catch {
        // It has just ended by itself.
      }
    }
    await ended
  }
}

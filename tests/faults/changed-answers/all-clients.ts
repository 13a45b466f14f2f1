/** The four clients side by side, each behind a proxy of its own, and the control. */
import { fileURLToPath } from 'node:url'
import type { Ground } from './ground.ts'
import { type Changing, type Figures, runShowings, type Stage } from './run-showings.ts'
import {
  CLI_LOOP,
  carelessShowing,
  cliShowings,
  mcpShowings,
  PYTHON_LOOP,
  pythonShowings,
  startLines,
  walletShowings,
} from './showings.ts'

/** Debian's, which has the packages. */
const PYTHON = process.env['PYTHON'] ?? '/usr/bin/python3'
const PYTHONPATH = fileURLToPath(new URL('../../../python/src', import.meta.url))
const PATH = process.env['PATH'] ?? ''

const cliAt = (ground: Ground, base_url: string): Stage => {
  const env = {
    PATH,
    PURSESTRINGS_CONFIG_DIR: ground.profilesFor(base_url),
    PURSESTRINGS_MERCHANT_KEY: ground.merchant_key,
  }
  const lines = startLines(process.execPath, CLI_LOOP, env)
  return { showings: cliShowings(ground, lines), stop: () => lines[Symbol.asyncDispose]() }
}

const pythonOf = (ground: Ground): Stage => {
  const { audience, pinned_keys, connection_token } = ground.settings
  const AGENT = JSON.stringify({ audience, pinned_keys, connection_token, connection_id: ground.connection_id })
  const lines = startLines(PYTHON, [PYTHON_LOOP], { PATH, PYTHONPATH, AGENT, PYTHONDONTWRITEBYTECODE: '1' })
  return { showings: pythonShowings(ground, lines), stop: () => lines[Symbol.asyncDispose]() }
}

/** `told`: of each showing as soon as it is through, since all of them take long. */
export const allClients = async (
  ground: Ground,
  changing: Changing,
  told?: (figures: Figures) => void,
): Promise<Figures[]> => {
  const run = (make: (base_url: string) => Stage) => runShowings(ground, changing, make, told)
  const found = await Promise.all([
    run(() => ({ showings: walletShowings(ground) })),
    run(() => ({ showings: mcpShowings(ground) })),
    run((base_url) => cliAt(ground, base_url)),
    run(() => pythonOf(ground)),
  ])
  return found.flat()
}

export const control = async (ground: Ground, changing: Changing): Promise<Figures> => {
  const [figures] = await runShowings(ground, changing, () => ({ showings: [carelessShowing(ground)] }))
  return figures as Figures
}

export const sumOf = (figures: readonly Figures[]) => {
  const sum = (name: 'answers' | 'bytes' | 'changes' | 'shown' | 'wrong') =>
    figures.reduce((all, one) => all + one[name], 0)
  return {
    clients: new Set(figures.map(({ client }) => client)).size,
    showings: figures.length,
    answers: sum('answers'),
    bytes: sum('bytes'),
    changes: sum('changes'),
    shown: sum('shown'),
    wrong: sum('wrong'),
  }
}

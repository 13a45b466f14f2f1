#!/usr/bin/env node
/**
 * Runs the CLI as it was built, or, in a clone, its sources as they are. The sources need a flag that only a new process can
 * be given; that process has our terminal, gets our signals, and its end is ours.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const NODE_MAJOR_MIN = 24
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

const isOld = Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN
// A clone brings its own Node, which a shell does not look for.
const own = at(`../../../node_modules/.bin/node${process.platform === 'win32' ? '.exe' : ''}`)
const node = isOld ? (existsSync(own) ? own : undefined) : process.execPath
const built = at('../dist/main.js')
const main = existsSync(built) ? [built] : ['--conditions=@pursestrings/source', at('../src/main.ts')]

if (node === undefined) {
  console.error(`error: pursestrings needs Node ${NODE_MAJOR_MIN} or newer; this is ${process.versions.node}.`)
  console.error('  what to do: install a newer Node from https://nodejs.org, and run the command again.')
  process.exitCode = 1
} else if (main[0] === built && !isOld) {
  // What Node has compiled once it need not compile at the next command.
  module.enableCompileCache?.()
  await import('../dist/main.js')
} else {
  // Sources that were compiled once start three times as fast.
  const env = { NODE_COMPILE_CACHE: at('../../../.pursestrings/compile-cache'), ...process.env }
  const child = spawn(node, [...main, ...process.argv.slice(2)], { stdio: 'inherit', env })
  // A terminal sends them to both of us; the child decides what they mean.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`error: ${node} did not start: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0)
  })
}

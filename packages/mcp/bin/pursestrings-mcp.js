#!/usr/bin/env node
/**
 * Runs the server as it was built, or, in a clone, its sources as they are. A Node that is too old hands over to the one
 * that a clone brings along; that process has our streams, gets our signals, and its end is ours.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as modules from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const NODE_MAJOR_MIN = 24
const CONDITION = '@pursestrings/source'

const isOld = Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN
const own = at(`../../../node_modules/.bin/node${process.platform === 'win32' ? '.exe' : ''}`)

if (isOld && existsSync(own)) {
  const child = spawn(own, [at('./pursestrings-mcp.js'), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0)
  })
} else if (isOld) {
  console.error(`pursestrings-mcp: it needs Node ${NODE_MAJOR_MIN} or newer; this is ${process.versions.node}.`)
  console.error('What to do: install a newer Node from https://nodejs.org, and start it again.')
  process.exitCode = 1
} else if (existsSync(at('../dist/main.js'))) {
  await import('../dist/main.js')
} else {
  modules.registerHooks({
    resolve: (name, context, next) => next(name, { ...context, conditions: [...context.conditions, CONDITION] }),
  })
  await import('../src/main.ts')
}

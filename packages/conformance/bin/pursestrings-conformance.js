#!/usr/bin/env node
/** Runs the kit as it was built, or, in a clone, its sources as they are. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const built = new URL('../dist/main.js', import.meta.url)
await import(existsSync(fileURLToPath(built)) ? built.href : new URL('../src/main.ts', import.meta.url).href)

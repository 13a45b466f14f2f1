/** Preloaded into a process, which then writes at its end which modules it has loaded. */
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const loaded: string[] = []
registerHooks({
  load(url, context, next) {
    loaded.push(url)
    return next(url, context)
  },
})
process.once('exit', () => writeFileSync(process.env['LOADED_MODULES'] as string, loaded.join('\n')))

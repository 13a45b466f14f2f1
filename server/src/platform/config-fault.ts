/** Every setting that does not fit, told at once. */
export class ConfigFault extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`The environment does not fit:\n${faults.map((f) => `  - ${f}`).join('\n')}\nSee docs/generated/settings.md.`)
    this.faults = faults
  }
}

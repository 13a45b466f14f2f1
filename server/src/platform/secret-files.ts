/**
 * Secrets as files, as orchestrators hand them out: `FACTS_KEYS_FILE=/run/secrets/facts-keys` is the setting FACTS_KEYS with
 * the text of that file. A process's environment can be read by more people and tools than a file.
 */
import { readFileSync, statSync } from 'node:fs'

export type Environment = Readonly<Record<string, string | undefined>>

const SECRET = /^(DATABASE_(\w+_)?URL|NATS_URL|SMTP_URL|\w+_KEYS?|\w+_TOKEN)$/
/** Bits that let others than the owner and its group read, or anybody but the owner write. */
const TOO_OPEN = 0o137

export const isSecret = (name: string): boolean => SECRET.test(name)

/** The environment with the text of those files in it. What is wrong with one is added to the faults. */
export const withSecretFiles = (environment: Environment, names: readonly string[], faults: string[]): Environment => {
  const secrets = names.filter((name) => isSecret(name) && environment[`${name}_FILE`])
  const read = secrets.flatMap((name) => {
    const file = environment[`${name}_FILE`] ?? ''
    if (environment[name]) {
      faults.push(`${name} and ${name}_FILE are both set: keep one`)
      return []
    }
    try {
      return [[name, readFileSync(file, 'utf8').trim()] as const]
    } catch (error) {
      faults.push(`${name}_FILE cannot be read: ${(error as Error).message}`)
      return []
    }
  })
  return { ...environment, ...Object.fromEntries(read) }
}

/** Files that more people can read than need to. A reason to look, not to stop. */
export const openSecretFiles = (environment: Environment, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const file = isSecret(name) ? environment[`${name}_FILE`] : undefined
    return file ? openFile(`${name}_FILE`, file) : []
  })

export const openFile = (setting: string, file: string): string[] => {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode
  return mode && (mode & TOO_OPEN) !== 0
    ? [`${setting}: ${file} has mode ${(mode & 0o777).toString(8)}; 640 or less is enough`]
    : []
}

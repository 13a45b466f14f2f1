/** `completion`: a script for the shell that knows every command and option, made from the commands themselves. */
import { Argument, type Command } from 'commander'
import { addCommand } from '../run.ts'
import { terminal } from '../terminal.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

export interface Node {
  /** The words after `pursestrings` that lead here. */
  readonly path: readonly string[]
  readonly commands: readonly { readonly name: string; readonly summary: string }[]
  readonly options: readonly { readonly name: string; readonly summary: string }[]
}

export const nodesOf = (program: Command): readonly Node[] => {
  const shared = optionsOf(program)
  const below = (command: Command, path: readonly string[]): readonly Node[] => [
    {
      path,
      commands: command.commands.map((one) => ({ name: one.name(), summary: one.description() })),
      options: [...(path.length === 0 ? [] : optionsOf(command)), ...shared],
    },
    ...command.commands.flatMap((one) => below(one, [...path, one.name()])),
  ]
  return below(program, [])
}

const optionsOf = (command: Command) =>
  command.options.flatMap(({ long, description }) => (long ? [{ name: long, summary: description }] : []))

export const bashScript = (nodes: readonly Node[]): string => {
  const cases = nodes.map(({ path, commands, options }) => {
    const words = [...commands, ...options].map(({ name }) => name).join(' ')
    return `    '${path.join(' ')}') words='${words} --help' ;;`
  })
  return `# bash completion of pursestrings
_pursestrings() {
  local current=\${COMP_WORDS[COMP_CWORD]} path='' word words=''
  local known='${nodes.map(({ path }) => `|${path.join(' ')}|`).join('')}'
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$known" in *"|\${path:+$path }$word|"*) path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _pursestrings pursestrings`
}

const zsh = (nodes: readonly Node[]): string =>
  `autoload -U +X bashcompinit && bashcompinit\n${bashScript(nodes).replace('# bash', '# zsh')}`

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const fish = (nodes: readonly Node[]): string => {
  const lines = nodes.flatMap(({ path, commands, options }) => {
    const here = `-n ${quoted(`__pursestrings_at ${path.join(' ')}`.trim())}`
    return [
      ...commands.map(({ name, summary }) => `complete -c pursestrings -f ${here} -a ${name} -d ${quoted(summary)}`),
      ...options.map(
        ({ name, summary }) => `complete -c pursestrings ${here} -l ${name.slice(2)} -d ${quoted(summary)}`,
      ),
    ]
  })
  return `# fish completion of pursestrings
function __pursestrings_at
  set -l words (commandline -opc | string match -v -- '-*')
  test "$words[2..]" = "$argv"
end
${lines.join('\n')}`
}

const SCRIPTS: Readonly<Record<Shell, (nodes: readonly Node[]) => string>> = { bash: bashScript, zsh, fish }

export const addCompletion = (program: Command): void => {
  addCommand(program, 'completion', 'Print a shell completion script', [
    'completion bash >> ~/.bashrc',
    'completion zsh >> ~/.zshrc',
    'completion fish > ~/.config/fish/completions/pursestrings.fish',
  ])
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: Shell) => {
      terminal().stdout.write(`${SCRIPTS[shell](nodesOf(program))}\n`)
    })
}

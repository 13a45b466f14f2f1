/** Writes a schema of the contract as Python: named TypedDicts, one per object, and Literals for what is listed. */
import { isHanded, pascal, type Schema, VOCABULARIES } from '../sdk/type-text.ts'

export interface Classes {
  /** Every class by its name, in the order in which they are first met. */
  readonly found: Map<string, string>
}

/** Words that Python keeps for itself cannot be fields of a class. */
const KEYWORDS = new Set(['from', 'import', 'class', 'def', 'in', 'is', 'not', 'or', 'and', 'global', 'lambda', 'pass'])

/** `owner` names what a nested object is a part of: it becomes a class called after both. */
export const pythonType = (schema: Schema, owner: string, classes: Classes): string => {
  const named = schema['x-schema']
  if (named !== undefined) return classOf(named, schema, classes)
  if ('const' in schema) return `Literal[${literal(schema.const)}]`
  if (schema.enum) return listed(schema.enum) + (schema['x-open'] ? ' | str' : '')
  if (schema.anyOf) return schema.anyOf.map((one) => pythonType(one, owner, classes)).join(' | ')
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => pythonType({ ...schema, type }, owner, classes)).join(' | ')
  }
  switch (schema.type) {
    case 'string':
      return 'str'
    case 'boolean':
      return 'bool'
    case 'null':
      return 'None'
    case 'integer':
      return 'int'
    case 'number':
      return 'float'
    case 'array':
      return `List[${pythonType(schema.items ?? {}, owner, classes)}]`
    case 'object':
      return objectType(schema, owner, classes)
    default:
      return 'Any'
  }
}

const objectType = (schema: Schema, owner: string, classes: Classes): string => {
  const [values] = Object.values(schema.patternProperties ?? {})
  if (values) return `Dict[str, ${pythonType(values, owner, classes)}]`
  if (Object.keys(schema.properties ?? {}).length === 0) return 'Dict[str, Any]'
  return classOf(owner, schema, classes)
}

/** One class per name: two objects that would share one are a mistake of the generator. */
export const classOf = (name: string, schema: Schema, classes: Classes): string => {
  if (classes.found.has(name)) return name
  classes.found.set(name, '')
  const { properties = {}, required = [] } = schema
  const handed = Object.entries(properties).filter(isHanded)
  const fields = handed.map(([field, one]) => {
    if (!/^[a-z_][a-z0-9_]*$/.test(field) || KEYWORDS.has(field)) throw new Error(`${name}.${field} is no Python name`)
    const type = pythonType(one, name + pascal(field), classes)
    const says = one['x-schema'] ? undefined : one.description
    return `    ${field}: ${required.includes(field) ? type : `NotRequired[${type}]`}\n${docstring(says, 4)}`
  })
  classes.found.set(name, `class ${name}(TypedDict):\n${docstring(schema.description, 4)}${fields.join('')}`)
  return name
}

const listed = (values: readonly unknown[]): string =>
  Object.entries(VOCABULARIES).find(([, list]) => list.join() === values.join())?.[0] ??
  `Literal[${values.map(literal).join(', ')}]`

/** What JSON writes is what Python reads, for texts and numbers. */
export const literal = (value: unknown): string =>
  value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)

const WIDTH = 112

/** Nothing where there is nothing to say; lines as long as the rest of the code. */
export const docstring = (text: string | undefined, indent: number): string => {
  if (text === undefined || text === '') return ''
  const lines: string[] = ['']
  for (const word of text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").split(/\s+/)) {
    const last = lines.length - 1
    const longer = lines[last] === '' ? word : `${lines[last]} ${word}`
    if (longer.length > WIDTH) lines.push(word)
    else lines[last] = longer
  }
  const margin = ' '.repeat(indent)
  const body = lines.join(`\n${margin}`).replace(/"$/, '" ')
  return `${margin}"""${body}${lines.length > 1 ? `\n${margin}` : ''}"""\n`
}

/** The same agent with a model that follows a script: npm run scripted. It needs no key, and CI runs it. */
import { type Model, type ModelRequest, type ModelResponse, setTracingDisabled, Usage } from '@openai/agents'
import { buy } from './agent.ts'
import { TASK } from './payments.ts'

setTracingDisabled(true)

const call = (name: string, input: object): ModelResponse => ({
  usage: new Usage(),
  output: [{ type: 'function_call', callId: name, name, arguments: JSON.stringify(input), status: 'completed' }],
})

/** What the last tool answered; a real model reads it too. */
const lastResult = ({ input }: ModelRequest): Record<string, string> => {
  const items = typeof input === 'string' ? [] : input
  const last = items.findLast(({ type }) => type === 'function_call_result')
  if (last?.type !== 'function_call_result') return {}
  const text = typeof last.output === 'string' ? last.output : 'text' in last.output ? last.output.text : '{}'
  return JSON.parse(String(text)) as Record<string, string>
}

const task_ref = process.argv[2] ?? 'order-2001'
let step = 0
const model: Model = {
  getResponse: async (request) => {
    const seen = lastResult(request)
    step++
    if (step === 1) return call('request_payment', { task_ref, amount: '4.25', purpose: 'Printer ink' })
    if (step === 2) return call('wait_for_payment', { request_id: seen.request_id })
    const text = `The outcome is ${seen.outcome}.`
    const content = [{ type: 'output_text' as const, text }]
    return { usage: new Usage(), output: [{ type: 'message', role: 'assistant', status: 'completed', content }] }
  },
  getStreamedResponse: () => {
    throw new Error('The script is not streamed.')
  },
}
console.log(await buy(model, TASK))

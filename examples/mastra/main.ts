/** OPENAI_API_KEY=… npm start */
import { buy } from './agent.ts'
import { TASK } from './payments.ts'

console.log(await buy(process.env.MODEL ?? 'openai/gpt-5-mini', process.argv[2] ?? TASK))

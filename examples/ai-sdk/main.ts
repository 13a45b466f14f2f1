/** OPENAI_API_KEY=… npm start */
import { openai } from '@ai-sdk/openai'
import { buy } from './agent.ts'
import { TASK } from './payments.ts'

console.log(await buy(openai(process.env.MODEL ?? 'gpt-5-mini'), process.argv[2] ?? TASK))

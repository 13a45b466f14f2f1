/** Stops on this device first: whether or not the service answers, nothing more is signed. */
import { api, queries } from '../client.ts'
import { goOn, stopNow } from './stopped.ts'

const readAgain = (): void => {
  void queries.invalidateQueries({ queryKey: ['policies'] })
  void queries.invalidateQueries({ queryKey: ['policy'] })
}

export const pausePolicy = async (policy_id: string): Promise<void> => {
  stopNow(policy_id)
  await api().automationPolicies.setStatus(policy_id, { status: 'paused' })
  readAgain()
}

export const resumePolicy = async (policy_id: string): Promise<void> => {
  await api().automationPolicies.setStatus(policy_id, { status: 'active' })
  goOn(policy_id)
  readAgain()
}

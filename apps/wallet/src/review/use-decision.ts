/** What the person does about a request, short of signing: reject, pause, disconnect, get test funds. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { useVault } from '../keys/session.ts'
import { pathOf } from '../requests/payment.ts'
import type { Asked } from './check-request.ts'
import { type Rejection, writeDown } from './rejections.ts'

export const useDecision = (asked: Asked) => {
  const { t } = useTranslation()
  const { address } = useVault()
  const [rejected, setRejected] = useState(false)
  const [done, setDone] = useState<'pause' | 'disconnect'>()
  const [getting, setGetting] = useState(false)
  const [fault, setFault] = useState<string>()
  const stop = async (how: 'pause' | 'disconnect'): Promise<void> => {
    if (how === 'pause') await api().connections.update(asked.connection_id, { status: 'paused' })
    else await api().connections.revoke(asked.connection_id)
    setDone(how)
    void queries.invalidateQueries({ queryKey: ['connection'] })
    void queries.invalidateQueries({ queryKey: ['connections'] })
  }
  const reject = (rejection: Rejection, and?: 'pause' | 'disconnect'): void => {
    writeDown(rejection)
    setRejected(true)
    if (and) stop(and).catch(() => setDone(undefined))
  }
  const getFunds = async (): Promise<void> => {
    setGetting(true)
    setFault(undefined)
    try {
      const { ledgerClient } = await import('../ledger/stellar/stellar-side.ts')
      if (!(await (await ledgerClient()).fund(address))) setFault(t('review.noFunds'))
      await queries.invalidateQueries({ queryKey: ['balance'] })
    } catch {
      setFault(t('review.noFunds'))
    } finally {
      setGetting(false)
    }
  }
  return {
    asked,
    rejected,
    done,
    reject,
    pause: () => stop('pause').catch(() => {}),
    getFunds: () => void getFunds(),
    getting,
    fault,
    payment: pathOf('paying', asked),
  }
}

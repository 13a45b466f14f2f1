/**
 * Two people changed the same thing: what the other one saved beside what was typed here, and which of the two stays.
 *
 * Any form that sends a `version` uses it through `useUpdate`; `rows` are the fields that the form can change:
 *
 *     const update = useUpdate({
 *       saved: { values: recipient, version: recipient.version },
 *       read: () => api.recipients.read(id).then(({ recipient: now }) => ({ values: now, version: now.version })),
 *       write: ({ name }, version) => api.recipients.update(id, { name, version }).then((answer) => answer),
 *       rows: { name: { label: t('recipients.name') } },
 *       onDone: ({ name }) => setName(name), // or close the form
 *     })
 *     … update.mutate({ name }) … {update.error && <Fault error={update.error} />} {update.conflict}
 *
 * Only a field that both have changed is a conflict. Otherwise the two changes are put together and saved without a question.
 */
import './conflict.css'
import { VersionConflictError } from '@pursestrings/sdk'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { queries } from '../client.ts'
import { Dialog } from './Dialog.tsx'

interface Saved<V> {
  readonly values: V
  readonly version: number
}

interface Row<T> {
  readonly label: string
  /** The value in words; as it is, where it is a text already. */
  readonly show?: (value: T) => string
}

interface Options<V, K extends keyof V> {
  /** What the form was filled from. */
  readonly saved: Saved<V>
  readonly read: () => Promise<Saved<V>>
  readonly write: (mine: Pick<V, K>, version: number) => Promise<unknown>
  readonly rows: { readonly [F in K]: Row<V[F]> }
  /** Told what is saved now: mine, or theirs where mine was given up. */
  readonly onDone?: (now: Pick<V, K>) => void
}

interface Met<V, K extends keyof V> {
  readonly mine: Pick<V, K>
  readonly theirs: Saved<V>
  readonly by: string | undefined
}

type Update<V, K extends keyof V> = Pick<
  UseMutationResult<unknown, Error, Pick<V, K>>,
  'mutate' | 'isPending' | 'error' | 'reset'
> & { readonly conflict: ReactNode }

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export const useUpdate = <V extends object, K extends keyof V>(options: Options<V, K>): Update<V, K> => {
  const { saved, read, write, rows, onDone } = options
  const [met, setMet] = useState<Met<V, K>>()
  const names = Object.keys(rows) as K[]
  const done = (now: Pick<V, K>) => {
    setMet(undefined)
    void queries.invalidateQueries()
    onDone?.(now)
  }
  /** What is saved then; nothing where a conflict is shown instead. */
  const save = async (typed: Pick<V, K>, over: Saved<V>): Promise<Pick<V, K> | undefined> => {
    try {
      await write(typed, over.version)
      return typed
    } catch (error) {
      if (!(error instanceof VersionConflictError)) throw error
      const theirs = await read()
      const untouched = names.filter((name) => same(typed[name], over.values[name]))
      const mine = { ...typed, ...Object.fromEntries(untouched.map((name) => [name, theirs.values[name]])) }
      const both = names.filter((name) => !same(theirs.values[name], over.values[name]))
      if (both.every((name) => same(mine[name], theirs.values[name]))) return save(mine, theirs)
      const { changed_by } = error.details
      setMet({ mine, theirs, by: typeof changed_by === 'string' ? changed_by : undefined })
      return undefined
    }
  }
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (mine: Pick<V, K>) => save(mine, met?.theirs ?? saved),
    onSuccess: (now) => {
      if (now) done(now)
    },
  })
  const conflict = met && (
    <Conflict
      met={met}
      rows={names.filter((name) => !same(met.mine[name], met.theirs.values[name])).map((name) => [name, rows[name]])}
      isPending={isPending}
      onTheirs={() => done(met.theirs.values)}
      onMine={() => mutate(met.mine)}
    />
  )
  return { mutate, isPending, error, reset, conflict: conflict && createPortal(conflict, document.body) }
}

interface Props<V, K extends keyof V> {
  readonly met: Met<V, K>
  readonly rows: readonly (readonly [K, Row<V[K]>])[]
  readonly isPending: boolean
  readonly onTheirs: () => void
  readonly onMine: () => void
}

const Conflict = <V, K extends keyof V>({ met: { mine, theirs, by }, rows, isPending, ...on }: Props<V, K>) => {
  const { t } = useTranslation()
  const shown = ({ show = String }: Row<V[K]>, value: V[K]) => show(value) || t('conflict.empty')
  return (
    <Dialog
      title={t('conflict.title')}
      onClose={on.onTheirs}
      kept
      foot={
        <>
          <button type="button" className="button" disabled={isPending} onClick={on.onTheirs}>
            {t('conflict.keep')}
          </button>
          <button type="button" className="button" data-kind="primary" disabled={isPending} onClick={on.onMine}>
            {t('conflict.use')}
          </button>
        </>
      }
    >
      <p className="muted">{by === undefined ? t('conflict.lead') : t('conflict.leadBy', { by })}</p>
      <table className="conflict">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('conflict.field')}</span>
            </th>
            <th scope="col">{t('conflict.theirs')}</th>
            <th scope="col">{t('conflict.mine')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, row]) => (
            <tr key={String(name)}>
              <th scope="row">{row.label}</th>
              <td>{shown(row, theirs.values[name])}</td>
              <td className="conflict-mine">{shown(row, mine[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">{t('conflict.replaces')}</p>
    </Dialog>
  )
}

/** The words, shown to be written down, and checked; or the wallet as an encrypted file. */
import { useAct } from '@pursestrings/ui/use-act'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Fault } from '../frame/Fault.tsx'
import { Foot } from '../frame/Foot.tsx'
import { Icon } from '../frame/Icon.tsx'
import { useFocusedHeading } from '../frame/use-focused-heading.ts'
import { backupFile } from '../keys/backup-file.ts'
import { wipe } from '../keys/bytes.ts'
import { replaceVault, useVault } from '../keys/session.ts'
import { type Opener, openWords, type Vault } from '../keys/vault.ts'
import { CheckWords } from './CheckWords.tsx'
import { StepBar } from './StepBar.tsx'

/** Hands the wallet to the browser as a file, sealed under its passphrase. */
const saveBackupFile = async (vault: Vault, opener: Opener): Promise<true> => {
  if (!('passphrase' in opener)) throw new Error('a backup file is sealed with the passphrase')
  const { entropyOf } = await import('../keys/words.ts')
  const entropy = entropyOf((await openWords(vault, opener)).join(' '))
  if (!entropy) throw new Error('the words do not fit together')
  const text = await backupFile(vault, entropy, opener.passphrase)
  wipe(entropy)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = `pursestrings-wallet-${vault.address.slice(0, 8)}.json`
  link.click()
  URL.revokeObjectURL(link.href)
  return true
}

interface Props {
  readonly opener: Opener
  /** Of the start, where it is the last of three steps. */
  readonly steps?: number
  readonly onBack?: () => void
  readonly onDone: () => void
}

export const Backup = ({ opener, steps, onBack, onDone }: Props) => {
  const vault = useVault()
  const [words, setWords] = useState<readonly string[]>()
  const [checks, setChecks] = useState(false)
  // Once: the words are the same, and opening them takes a while.
  const [opening] = useState(() => openWords(vault, opener))
  useEffect(() => {
    let gone = false
    void opening.then((opened) => gone || setWords(opened))
    return () => {
      gone = true
    }
  }, [opening])
  const done = async () => {
    await replaceVault({ ...vault, backed_up: true })
    onDone()
  }
  if (checks && words) {
    return <CheckWords words={words} steps={steps} onBack={() => setChecks(false)} onRight={() => void done()} />
  }
  return (
    <Words
      words={words}
      opener={opener}
      steps={steps}
      {...(onBack && { onBack })}
      onLater={onDone}
      onWrote={() => setChecks(true)}
    />
  )
}

interface WordsProps {
  readonly words: readonly string[] | undefined
  readonly opener: Opener
  readonly steps: number | undefined
  readonly onBack?: () => void
  readonly onLater: () => void
  readonly onWrote: () => void
}

const Words = ({ words, opener, steps, onBack, onLater, onWrote }: WordsProps) => {
  const { t } = useTranslation()
  const heading = useFocusedHeading(t('backup.title'))
  const vault = useVault()
  const [shown, setShown] = useState(false)
  const save = useAct(() => saveBackupFile(vault, opener))
  return (
    <div className="page">
      <StepBar n={steps} {...(onBack && { onBack })} />
      <h1 ref={heading} tabIndex={-1}>
        {t('backup.title')}
      </h1>
      <p className="lead">{t('backup.lead', { count: words?.length ?? 24 })}</p>
      <div className="card">
        {shown && words ? (
          <ol className="words" aria-label={t('backup.list')}>
            {words.map((word, at) => (
              <li key={`${String(at)}${word}`}>{word}</li>
            ))}
          </ol>
        ) : (
          <p className="words-hidden muted">
            <Icon name="hide" size={28} />
            {t('backup.hidden')}
          </p>
        )}
        <div className="card-halves">
          <button type="button" className="link" disabled={!words} onClick={() => setShown(!shown)}>
            <Icon name={shown ? 'hide' : 'eye'} />
            {t(shown ? 'backup.hide' : 'backup.show')}
          </button>
          {'passphrase' in opener && (
            <button type="button" className="link" disabled={save.isPending} onClick={() => save.mutate()}>
              <Icon name="download" />
              {t('backup.file')}
            </button>
          )}
        </div>
      </div>
      <p className="small" role="status">
        {save.data ? t('backup.fileMade') : ''}
      </p>
      {save.error ? <Fault error={save.error} /> : null}
      <p className="aside">
        <Icon name="alert" /> {t('backup.paper')}
      </p>
      <Foot>
        <button type="button" className="button" onClick={onLater}>
          {t('backup.later')}
        </button>
        <button type="button" className="button" data-kind="primary" disabled={!shown} onClick={onWrote}>
          {t('backup.wrote')}
        </button>
      </Foot>
    </div>
  )
}

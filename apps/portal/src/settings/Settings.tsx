/** Who are we, how do I get in, and how does it look? One tab each; the address keeps which one is open. */
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Heading } from '../frame/Heading.tsx'
import { Tabs } from '../frame/Tabs.tsx'
import { Appearance } from './Appearance.tsx'
import { Organization } from './Organization.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Sessions } from './Sessions.tsx'
import { TwoPeople } from './TwoPeople.tsx'
import './settings.css'

const TABS = ['organization', 'security', 'appearance'] as const

export const Settings = () => {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const open = TABS.find((name) => name === query.get('tab')) ?? 'organization'
  return (
    <div className="page">
      <Heading title={t('settings.title')} />
      <Tabs
        label={t('settings.title')}
        tabs={TABS.map((name) => ({ name, title: t(`settings.tabs.${name}`) }))}
        open={open}
        onOpen={(tab) => setQuery({ tab }, { replace: true })}
      >
        {open === 'organization' && <Organization />}
        {open === 'security' && (
          <>
            <Passkeys />
            <Sessions />
            <TwoPeople />
          </>
        )}
        {open === 'appearance' && <Appearance />}
      </Tabs>
    </div>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { EntrySelect } from '../parts/entry-field.tsx'
import { showMessage } from '../parts/messages.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { useTitle } from '../parts/screen-frame.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import { GroupTabs, useGroup } from './group-tabs.tsx'
import css from './settings.module.css'
import { SettingsForm } from './settings-form.tsx'

/** The look of the shop, with the shop beside it. */
export default function AppearanceScreen() {
  useTitle('Appearance')
  const { may } = useSession()
  const tabs = useGroup('appearance')
  const { current } = tabs
  const client = useQueryClient()
  const [revision, setRevision] = useState(0)
  const { data: themes } = useQuery({
    queryKey: queryKeys.themes,
    queryFn: async ({ signal }) => (await api.adminSettings.themes({}, signal)).data.themes,
  })

  async function applyTheme(form: HTMLFormElement) {
    const { data, message } = await api.adminSettings.applyTheme(readEntries(form, { name: entry.text }))
    await client.invalidateQueries({ queryKey: queryKeys.allSettings })
    setRevision((before) => before + 1)
    showMessage([message, ...data.warnings].join('. '))
  }

  return (
    <>
      <div className={screen.header}>
        <h1>Appearance</h1>
        {may('settings.write') && (
          <span className={screen.links}>
            <ActionDialog
              label="Choose a theme"
              title="Choose a theme"
              submit="Use this theme"
              look="secondary"
              onSubmit={applyTheme}
            >
              {() => (
                <>
                  <p>
                    Colours, fonts and layout become those of the theme. Fonts that you uploaded stay
                    available.
                  </p>
                  <EntrySelect label="Theme" name="name">
                    {(themes ?? []).map(({ name, label }) => (
                      <option key={name} value={name}>
                        {label}
                      </option>
                    ))}
                  </EntrySelect>
                </>
              )}
            </ActionDialog>
          </span>
        )}
      </div>
      <GroupTabs {...tabs} label="Parts of the look" />
      <div className={css.beside}>
        {current && (
          <section className={css.group} aria-labelledby="group">
            <h2 id="group">{current.title}</h2>
            <p className={screen.help}>{current.help}</p>
            <SettingsForm
              key={current.name}
              group={current.name}
              onSaved={() => setRevision((before) => before + 1)}
            />
          </section>
        )}
        <Preview key={revision} />
      </div>
    </>
  )
}

/** The home page in a frame, loaded again after each save. */
function Preview() {
  const { data: url, error } = useQuery({
    queryKey: queryKeys.previewAddress,
    queryFn: async ({ signal }) => (await api.adminSettings.preview({}, signal)).data.url,
    // The address is valid for 15 minutes; each save asks for a new one.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <section className={css.preview} aria-label="The shop as it is now">
      <p className={screen.help}>
        The shop as it is now. <a href="/">Open it</a>
      </p>
      {error instanceof ApiError && <p role="alert">{error.message}</p>}
      {url && <iframe title="Home page of the shop" src={url} />}
    </section>
  )
}

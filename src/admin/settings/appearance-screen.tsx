import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AppearanceState } from '#contract/admin/settings/appearance.ts'
import { settingGroups } from '#contract/admin/settings/groups.ts'
import type { SettingsRecord } from '#contract/admin/settings/settings.ts'
import { plainDocumentLook } from '#contract/rules/document-look.ts'
import { isRecord } from '#contract/rules/own-value.ts'
import { api } from '../api.ts'
import type { FontFile, JsonSchema } from '../form/prepare-schema.ts'
import { NotLoaded } from '../parts/failure.tsx'
import { PreviewFrame } from '../parts/preview-frame.tsx'
import { useTitle, Waiting } from '../parts/screen-frame.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import css from './appearance.module.css'
import { AppearanceHistory } from './appearance-history.tsx'
import { DocumentLookPreview } from './document-look-preview.tsx'
import { DraftBar } from './draft-bar.tsx'
import { GroupTabs } from './group-tabs.tsx'
import { MailLookPreview } from './mail-look-preview.tsx'
import { SettingsForm } from './settings-form.tsx'
import { ThemePictures } from './theme-pictures.tsx'
import { useLookPreview } from './use-look-preview.ts'

type Values = Record<string, unknown>

const tabs = [
  {
    name: 'themes',
    title: 'Themes',
    help: 'A complete look to start from. Everything can be changed afterwards.',
  },
  ...settingGroups.filter((group) => group.screen === 'appearance'),
  { name: 'history', title: 'History', help: 'The last 50 looks of the shop. Each can be restored.' },
] as const

/** The look of the shop, edited as a draft, with the shop beside it. ADR 0049. */
export default function AppearanceScreen() {
  useTitle('Appearance')
  const {
    data: state,
    error,
    refetch,
  } = useAnswer(queryKeys.appearance('state'), (signal) => api.adminAppearance.get({}, signal))
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  return (
    <>
      {!state && <h1>Appearance</h1>}
      {state ? <Editor state={state} /> : <Waiting />}
    </>
  )
}

function Editor({ state }: { state: AppearanceState }) {
  const client = useQueryClient()
  const [query, setQuery] = useSearchParams()
  const current = tabs.find(({ name }) => name === query.get('group')) ?? tabs[0]
  const [typed, setTyped] = useState<Values>()
  const [shown, setShown] = useState<Values>()
  const { onSessionChange } = useSession()
  const look = useMemo(() => ({ ...state.look, ...typed }), [state.look, typed])
  const { frame, pages, open, reload } = useLookPreview(look)

  /** After every change of the draft or of the shop. */
  const refresh = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.appearance() }),
      client.invalidateQueries({ queryKey: queryKeys.allSettings }),
    ])
    reload()
    // Packing slips have their look from the session.
    onSessionChange()
  }
  const choose = (name: string) => {
    setTyped(undefined)
    setShown(undefined)
    setQuery({ group: name })
  }

  return (
    <>
      <DraftBar state={state} isTyped={typed !== undefined} onChanged={refresh} />
      <GroupTabs groups={tabs} current={current} choose={choose} label="Parts of the look" />
      <div className={css.beside}>
        <section className={css.part} aria-labelledby="group">
          <h2 id="group">{current.title}</h2>
          <p className={screen.help}>{current.help}</p>
          {current.name === 'themes' && <ThemePictures state={state} onChanged={refresh} />}
          {current.name === 'history' && <AppearanceHistory state={state} onChanged={refresh} />}
          {current.name !== 'themes' && current.name !== 'history' && (
            <SettingsForm
              key={current.name}
              group={current.name}
              onSaved={refresh}
              onTyped={(values, saved) => {
                setTyped(values && withBundledFonts(values, saved))
                setShown(values ?? saved.values)
              }}
            />
          )}
        </section>
        {current.name === 'mail-look' ? (
          shown && <MailLookPreview look={shown.mail_look} />
        ) : current.name === 'document-look' ? (
          isRecord(shown?.document_look) && (
            <DocumentLookPreview look={{ ...plainDocumentLook, ...shown.document_look }} />
          )
        ) : (
          <div className={css.preview}>
            <PreviewFrame frame={frame} name="the shop with your draft">
              <nav className={css.pages} aria-label="Pages of the preview">
                {pages.map(({ label, path }) => (
                  <button key={path} type="button" onClick={() => open(path)}>
                    {label}
                  </button>
                ))}
              </nav>
            </PreviewFrame>
          </div>
        )}
      </div>
    </>
  )
}

/** The files of all bundled fonts: the server adds those that are used when the form is saved. */
function withBundledFonts(values: Values, { schema }: SettingsRecord): Values {
  const { fonts } = values
  if (!Array.isArray(fonts)) return values
  const { properties }: JsonSchema = schema
  const bundled: FontFile[] = properties?.typography?.properties?.body?.bundled ?? []
  return {
    ...values,
    fonts: [...fonts, ...bundled.filter(({ path }) => fonts.every((font) => font.path !== path))],
  }
}

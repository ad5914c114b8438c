import { type CSSProperties, useState } from 'react'
import type { AppearanceState, Theme } from '#contract/admin/settings/appearance.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ApiError, api } from '../api.ts'
import { useFontFace } from '../form/font-field.tsx'
import { NotLoaded } from '../parts/failure.tsx'
import { showMessage } from '../parts/messages.tsx'
import { Waiting } from '../parts/screen-frame.tsx'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import css from './appearance.module.css'

type Props = { state: AppearanceState; onChanged: () => Promise<void> }

/** The themes that come with the shop, each drawn with its own colours, fonts and corners. */
export function ThemePictures({ state, onChanged }: Props) {
  const { may } = useSession()
  const [busy, setBusy] = useState<string>()
  const { data, error, refetch } = useAnswer(queryKeys.appearance('themes'), (signal) =>
    api.adminAppearance.themes({}, signal),
  )
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (!data) return <Waiting />

  async function apply(name: string) {
    setBusy(name)
    try {
      const { message } = await api.adminAppearance.applyTheme({ name, version: state.version })
      showMessage(message ?? 'The draft has the theme')
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      showMessage(refused.message, 'bad')
    } finally {
      setBusy(undefined)
      await onChanged()
    }
  }

  return (
    <ul className={css.themes}>
      {data.themes.map((theme) => (
        <li key={theme.name}>
          <ThemePicture {...theme} />
          <div className={css.themeName}>
            <strong>{theme.label}</strong>
            {theme.is_current && <Chip tone="good">In use</Chip>}
            {!theme.is_current && may('settings.write') && (
              <Button
                look="secondary"
                isBusy={busy === theme.name}
                aria-label={`Use ${theme.label}`}
                onClick={() => void apply(theme.name)}
              >
                Use
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** A small page of the shop. Its texts are part of the picture. */
function ThemePicture({ colors, body, heading, radius }: Theme) {
  const bodyFamily = useFontFace(body)
  const headingFamily = useFontFace(heading)
  const style: CSSProperties = { ...colors, '--corner': radius, fontFamily: bodyFamily }
  const title: CSSProperties = { fontFamily: headingFamily, fontWeight: heading.weight }
  return (
    <div className={css.theme} style={style} aria-hidden="true">
      <div className={css.themeHeader}>
        <b style={title}>Studio</b>
        <span>Shop</span>
        <span>Journal</span>
        <i />
      </div>
      <b className={css.themeTitle} style={title}>
        Made by hand
      </b>
      <div className={css.themeCards}>
        {['Moon vase', 'Linen throw'].map((name, at) => (
          <div key={name}>
            <i data-tone={at} />
            <span>{name}</span>
            <small>₹ 2,450</small>
          </div>
        ))}
        <div>
          <em>Add to cart</em>
          <small data-sale="">Sale −20 %</small>
        </div>
      </div>
    </div>
  )
}

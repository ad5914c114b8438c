import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../api.ts'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys } from '../query-keys.ts'
import css from './appearance.module.css'

/** The mails with the look that is being chosen, at the width of a window and of a phone. `look`: of the form, undefined for the stored draft. */
export function MailLookPreview({ look }: { look: unknown }) {
  const [name, setName] = useState('order_placed')
  const [width, setWidth] = useState<600 | 360>(600)
  const [isDark, setDark] = useState(false)
  const [settled, setSettled] = useState(look)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(look), 300)
    return () => clearTimeout(timer)
  }, [look])
  const { data: mails = [] } = useQuery({
    queryKey: queryKeys.mails,
    queryFn: async ({ signal }) => (await api.adminMails.list({}, signal)).data.mails,
  })
  const query = new URLSearchParams({ look: JSON.stringify(settled), scheme: isDark ? 'dark' : 'light' })
  return (
    <section className={css.mail} aria-label="Preview of the e-mails">
      <div className={css.mailTools}>
        <label>
          E-mail{' '}
          <select value={name} onChange={({ target }) => setName(target.value)}>
            {mails.map(({ name: value, title }) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
        {([600, 360] as const).map((px) => (
          <button key={px} type="button" aria-pressed={px === width} onClick={() => setWidth(px)}>
            {px === 600 ? 'Window' : 'Phone'}
          </button>
        ))}
        <button type="button" aria-pressed={isDark} onClick={() => setDark(!isDark)}>
          Dark
        </button>
      </div>
      <iframe title="The e-mail" sandbox="" style={{ width }} src={`/admin/mail-preview/${name}?${query}`} />
      <p className={screen.help}>
        With sample data; links in it do not work here.{' '}
        <Link to={`/mails/${name}/show`}>Texts and a test</Link>
      </p>
    </section>
  )
}

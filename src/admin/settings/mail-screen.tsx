import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import type { MailRecord } from '#contract/admin/settings/mails.ts'
import { Button } from '#ui/button.tsx'
import { ApiError, api } from '../api.ts'
import { showMessage } from '../parts/messages.tsx'
import { BackLink, useTitle } from '../parts/screen-frame.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import { RecordForm } from './record-form.tsx'
import css from './settings.module.css'

type Values = Record<string, unknown>

/** The texts of one mail beside the mail with sample data. */
export default function MailScreen() {
  const { id = '' } = useParams()
  const { may } = useSession()
  const client = useQueryClient()
  const [title, setTitle] = useState('E-mail')
  const [shown, setShown] = useState<Values>()
  useTitle(title)
  const canWrite = may('settings.write')
  return (
    <>
      <BackLink to="/mails">E-mails</BackLink>
      <h1>{title}</h1>
      <div className={css.beside}>
        <section className={css.group} aria-label="Texts">
          <RecordForm<MailRecord>
            key={id}
            queryKey={queryKeys.record('mails', id)}
            read={async (signal) => {
              const answer = await api.adminMails.get({ id }, signal)
              setTitle(answer.data.title)
              return answer
            }}
            save={(change) => api.adminMails.update({ id, ...change })}
            canWrite={canWrite}
            onSaved={() => void client.invalidateQueries({ queryKey: queryKeys.mails })}
            extra={({ values, saved, setValues }) => (
              <>
                <Follow values={values} onChange={setShown} />
                <p className={screen.help}>{saved.help}</p>
                <Placeholders placeholders={saved.placeholders} />
                {canWrite && (
                  <div className={screen.buttons}>
                    <Button look="secondary" onClick={() => void sendTest(id, values)}>
                      Send me a test
                    </Button>
                    {JSON.stringify(values) !== JSON.stringify(saved.defaults) && (
                      <Button look="quiet" onClick={() => setValues(saved.defaults)}>
                        Use the default texts
                      </Button>
                    )}
                  </div>
                )}
              </>
            )}
          />
        </section>
        {shown && <Preview id={id} values={shown} />}
      </div>
    </>
  )
}

/** Reports the values of the form to the preview beside it. */
function Follow({ values, onChange }: { values: Values; onChange: (values: Values) => void }) {
  useEffect(() => onChange(values), [values, onChange])
  return null
}

const Placeholders = ({ placeholders }: Pick<MailRecord, 'placeholders'>) => (
  <details className={`${screen.help} ${css.placeholders}`}>
    <summary>Placeholders</summary>
    <dl className={css.configuration}>
      {placeholders.map(({ name, title, sample }) => (
        <div key={name}>
          <dt>
            <code>{`{${name}}`}</code>
          </dt>
          <dd>
            {title}
            {sample && <small>Such as: {sample}</small>}
          </dd>
        </div>
      ))}
    </dl>
    <p>
      For a value that may be empty: <code>{'{first_name|there}'}</code> shows “there” without a first name.
    </p>
  </details>
)

/** The mail of the texts in the form, half a second after the last keystroke. */
function Preview({ id, values }: { id: string; values: Values }) {
  const [part, setPart] = useState<'html' | 'text'>('html')
  const settled = useSettled(values)
  const query = new URLSearchParams(Object.entries(settled).map(([name, value]) => [name, String(value)]))
  return (
    <section className={css.preview} aria-label="Preview">
      <div className={screen.buttons}>
        <Button look={part === 'html' ? 'secondary' : 'quiet'} onClick={() => setPart('html')}>
          Formatted
        </Button>
        <Button look={part === 'text' ? 'secondary' : 'quiet'} onClick={() => setPart('text')}>
          Plain text
        </Button>
      </div>
      <iframe title="The e-mail" sandbox="" src={`/admin/mail-preview/${id}?part=${part}&${query}`} />
      <p className={screen.help}>With sample data. Links in it do not work here.</p>
    </section>
  )
}

function useSettled(values: Values): Values {
  const [settled, setSettled] = useState(values)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(values), 500)
    return () => clearTimeout(timer)
  }, [values])
  return settled
}

async function sendTest(id: string, values: Values) {
  try {
    const { message } = await api.adminMails.test({ id, values })
    showMessage(message ?? 'Sent')
  } catch (refused) {
    if (!(refused instanceof ApiError)) throw refused
    showMessage(Object.values(refused.errors).flat()[0] ?? refused.message, 'bad')
  }
}

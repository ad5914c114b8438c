import { useEffect, useRef } from 'react'
import type { OtpSent } from '#contract/account.ts'
import type { Reply } from '#contract/envelope.ts'
import { CodeForm } from '#features/auth/code-form.tsx'
import { useResend } from '#features/auth/use-resend.ts'
import { DialogMessages } from '#features/session/dialog-messages.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useFocusOnFirstField } from '#ui/use-focus-on-first-field.ts'

/** Spec §9: one resend in the verification popup. */
export const resends = 1

type Props<Data> = {
  /** The number that the code was sent to, and the seconds until the next one. */
  sentTo: { phone: string; resendAfter: number }
  send: () => Promise<Reply<OtpSent>>
  verify: (otp: string) => Promise<Reply<Data>>
  onVerified: (data: Data) => void
  onClose: () => void
}

/** 'Verify Account': asks for the code that was sent to a phone. Spec §2 (verification popup), §5, §9. */
export function VerifyDialog<Data>({ sentTo, send, verify, onVerified, onClose }: Props<Data>) {
  const body = useRef<HTMLDivElement>(null)
  const resend = useResend(resends)
  useFocusOnFirstField(body)
  useEffect(() => resend.sent(sentTo.resendAfter), [])
  return (
    <Dialog title="Verify Account" onClose={onClose}>
      <div ref={body}>
        <CodeForm
          phone={sentTo.phone}
          resend={resend}
          verify={verify}
          sendAgain={async () => {
            const reply = await send()
            return reply.status === 'success' ? reply.data.resend_after : null
          }}
          onDone={onVerified}
        />
      </div>
      <DialogMessages />
    </Dialog>
  )
}

type Kept = { phone: string | null; phone_verified_at: string | null }

/** Whether the number in the field is the one that was verified: any other is not, whatever was verified before. Spec §4. */
export const isPhoneVerified = ({ phone, phone_verified_at }: Kept, typed: string) =>
  phone_verified_at !== null && phone !== null && typed === phone

import { ownValue } from '#contract/rules/own-value.ts'

/**
 * Whether the password is easy to guess: a word of the list (or of `own`) alone, doubled, or with digits and
 * symbols around it or in place of letters; a run along the keyboard, the alphabet or the digits; a few
 * repeated characters; a date. Rules cover thousands of list entries (security §4).
 */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const typed = password.toLowerCase()
  if (new Set(typed).size <= 2 || isRepeated(typed) || isRun(typed) || /^\d{1,8}$/.test(typed)) return true
  const stripped = typed.replace(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, '')
  const known = new Set([...words, ...own.map(lettersOf)])
  return [typed, stripped, plain(typed), plain(stripped), lettersOf(typed), lettersOf(plain(typed))].some(
    (text) => known.has(text) || isRun(text),
  )
}

/** `p@ssw0rd` is `password`. */
const plain = (text: string) => text.replace(/[@4301!$57]/g, (sign) => ownValue(disguises, sign) ?? sign)

const disguises: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  $: 's',
  '5': 's',
  '7': 't',
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '')

const isRepeated = (text: string) => /^(.{1,4})\1+$/u.test(text)

const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgbyhnujm',
].flatMap((run) => [run, [...run].reverse().join('')])

/** One run, or two in a row: `qwerty123`. */
function isRun(text: string): boolean {
  const isPart = (part: string) => part.length >= 3 && runs.some((run) => run.includes(part))
  if (isPart(text)) return true
  for (let at = 3; at <= text.length - 3; at++)
    if (isPart(text.slice(0, at)) && isPart(text.slice(at))) return true
  return false
}

const words = new Set(
  `password passwort passwd pass passw parola motdepasse contrasena senha welcome letmein login admin administrator root user guest
  test testing tester demo default secret changeme temp temporary master access hello hallo namaste iloveyou ilove love lovely lover
  sunshine princess princesa monkey dragon football cricket baseball basketball soccer hockey superman batman spiderman ironman pokemon
  starwars naruto charlie michael jordan michelle jessica ashley amanda daniel thomas robert andrew joshua matthew anthony william
  nicole jennifer hunter ranger buster soccer tigger shadow ginger pepper cookie chocolate banana orange apple cheese coffee summer
  winter spring autumn monday friday sunday january february march april june july august september october november december freedom
  whatever trustno killer qwerty azerty qwertz asdf asdfgh zxcvbn computer internet google facebook instagram whatsapp youtube samsung
  nokia iphone android microsoft windows linux ferrari mercedes porsche corvette mustang yamaha honda harley flower butterfly angel
  angels jesus christ krishna ganesh ganesha shiva saibaba sairam omsairam waheguru bismillah allah muhammad mohammed india indian
  bharat hindustan mumbai delhi bangalore bengaluru chennai kolkata hyderabad america london australia liverpool arsenal chelsea
  barcelona realmadrid juventus priya pooja neha rahul rohit rajesh suresh ramesh sachin dhoni virat kohli anjali deepak sandeep
  sweety sweetheart darling honey baby babygirl money family friends friend forever mother father mummy papa mama jaimatadi
  shopping shop store customer account mypassword mypass thepassword yourpassword nopassword newpassword oldpassword passwordpassword
  letmeinnow openup opensesame abcabc abcd aaaa zaq matrix phoenix silver golden diamond purple yellow black white blue green tiger lion
  eagle falcon panther wolf dolphin elephant snoopy garfield mickey donald minnie maggie bailey molly max rocky lucky smokey`
    .trim()
    .split(/\s+/),
)

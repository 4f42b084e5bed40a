import type { Mail } from '../../data/operating/mail.ts'

type Answered = { email: string; farm_name: string; outcome: string | null; day: string }

/** The answer to the reporter of a mistake about a farm; `url` is the farm's page. */
export const reportMail = ({ email, farm_name, outcome, day }: Answered, url: string): Mail => ({
  to: email,
  subject: 'Your report to the farm directory',
  text: `On ${day} you reported a mistake about ${farm_name}. A person has checked it.

${
  outcome === 'decided'
    ? 'You were right: the directory will be changed with its next update, usually within a day.'
    : 'The directory stays as it is: what we found did not confirm the report.'
}

${url}

Your address has now been deleted from the report. Thank you.
`,
})

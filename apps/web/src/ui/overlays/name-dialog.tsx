import * as z from 'zod/mini'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/text-field.tsx'
import { checkedBy, useForm } from '../forms/use-form.ts'
import { Dialog } from './dialog.tsx'

type NameDialogProps = {
  readonly title: string
  readonly label: string
  readonly value: string
  readonly most: number
  readonly action: string
  readonly problemOf?: (name: string) => string | null
  readonly onName: (name: string) => void
  readonly onClose: () => void
}

export function NameDialog({ title, label, value, most, action, problemOf = () => null, onName, onClose }: NameDialogProps) {
  const form = useForm({
    schema: z.object({ name: z.string().check(z.trim(), z.minLength(1, 'Enter a name.'), checkedBy(problemOf)) }),
    initial: { name: value },
    send: ({ name }) => {
      onClose()
      onName(name)
    },
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <form {...form.formProps} className="flex flex-col gap-4">
        <TextField
          {...form.field('name')}
          label={label}
          maxLength={most}
          hint={`At most ${most} characters.`}
          data-autofocus=""
          autoComplete="off"
          onFocus={(event) => event.target.select()}
        />
        <footer className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            {action}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

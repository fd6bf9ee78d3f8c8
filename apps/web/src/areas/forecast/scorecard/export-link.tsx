export const EXPORT_FORMATS = ['csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

type ExportLinkProps = {
  readonly href: string
  readonly format: ExportFormat
  readonly name: string
}

export const ExportLink = ({ href, format, name }: ExportLinkProps) => (
  <a
    href={href}
    download={`${name}.${format}`}
    className="inline-flex min-h-6 items-center font-medium text-accent-text underline underline-offset-2 pointer-coarse:min-h-11"
  >
    {format.toUpperCase()}
  </a>
)

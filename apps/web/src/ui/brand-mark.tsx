export const BrandMark = ({ size = 24 }: { readonly size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true" className="text-accent-text">
    <path d="M12 4.2 20.4 16h-3.5L12 9.1 7.1 16H3.6L12 4.2Z" fill="currentColor" />
    <path d="M4.2 18.2c2.2 1.5 4.9 2.3 7.8 2.3s5.6-.8 7.8-2.3" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </svg>
)

/** Three channels, one of which falls over the weir. */
export function Logo({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label="Spillway"
    >
      <path d="M3 7h9l3 5h6M3 12h6l3 5h9M3 17h5" />
    </svg>
  )
}

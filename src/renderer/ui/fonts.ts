// Bundled, never fetched from elsewhere; the browser loads only the subsets that a page uses.
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'

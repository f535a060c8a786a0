import './kit/theme.css'
import { mount } from 'svelte'
import { heardKey, heardMouse } from './kit/keys.svelte'
import { obeySettings } from './kit/settings.svelte'
import { wakeSound } from './kit/sound'
import { keepOffline } from './offline/updates.svelte'
import { chooseLanguage } from './words'

obeySettings()
keepOffline()
addEventListener('keydown', heardKey)
addEventListener('mousedown', heardMouse)
for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, wakeSound, { capture: true, passive: true })

// Load the language before any module that uses its words.
await chooseLanguage()
const { default: App } = await import('./App.svelte')
mount(App, { target: document.getElementById('app')! })

{{- define "pursestrings.labels" -}}
app.kubernetes.io/name: pursestrings
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "pursestrings.image" -}}
{{ required "image must name the image, best by its digest" .Values.image | quote }}
{{- end -}}

{{- define "pursestrings.env" -}}
- { name: OPS_HOST, value: "0.0.0.0" }
- { name: OPS_PORT, value: "9787" }
- { name: BASE_URL, value: {{ required "settings.BASE_URL must be the https address that callers use" .Values.settings.BASE_URL | quote }} }
- { name: DNS_SERVERS, value: {{ required "settings.DNS_SERVERS must name two resolvers" .Values.settings.DNS_SERVERS | quote }} }
- { name: MAIL_FROM, value: {{ required "settings.MAIL_FROM must be the sender of mail" .Values.settings.MAIL_FROM | quote }} }
{{- range $name, $value := .Values.settings }}
{{- if and (ne $name "BASE_URL") (ne $name "DNS_SERVERS") (ne $name "MAIL_FROM") (ne $value "") }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
{{- range .Values.secret.keys }}
- { name: {{ . }}_FILE, value: "/run/secrets/pursestrings/{{ . }}" }
{{- end }}
{{- if .Values.secret.keyStoreKey }}
- { name: KEY_STORE, value: "file:/run/secrets/pursestrings/{{ .Values.secret.keyStoreKey }}" }
{{- end }}
{{- end -}}

{{- define "pursestrings.secretItems" -}}
{{- range .Values.secret.keys }}
- { key: {{ . }}, path: {{ . }} }
{{- end }}
{{- if .Values.secret.keyStoreKey }}
- { key: {{ .Values.secret.keyStoreKey }}, path: {{ .Values.secret.keyStoreKey }} }
{{- end }}
{{- end -}}

{{- define "pursestrings.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "pursestrings.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- define "pursestrings.secretName" -}}
{{ required "secret.name must name a secret with the keys in secret.keys" .Values.secret.name | quote }}
{{- end -}}

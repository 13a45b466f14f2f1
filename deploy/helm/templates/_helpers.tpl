{{- define "countersign.labels" -}}
app.kubernetes.io/name: countersign
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "countersign.image" -}}
{{ required "image must name the image, best by its digest" .Values.image | quote }}
{{- end -}}

{{- define "countersign.env" -}}
- { name: OPS_HOST, value: "0.0.0.0" }
- { name: OPS_PORT, value: "9787" }
- { name: BASE_URL, value: {{ required "settings.BASE_URL must be the https address that callers use" .Values.settings.BASE_URL | quote }} }
- { name: DNS_SERVERS, value: {{ required "settings.DNS_SERVERS must name two resolvers" .Values.settings.DNS_SERVERS | quote }} }
{{- range $name, $value := .Values.settings }}
{{- if and (ne $name "BASE_URL") (ne $name "DNS_SERVERS") }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
{{- range .Values.secret.keys }}
- { name: {{ . }}_FILE, value: "/run/secrets/countersign/{{ . }}" }
{{- end }}
{{- end -}}

{{- define "countersign.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "countersign.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- define "countersign.secretName" -}}
{{ required "secret.name must name a secret with the keys in secret.keys" .Values.secret.name | quote }}
{{- end -}}
